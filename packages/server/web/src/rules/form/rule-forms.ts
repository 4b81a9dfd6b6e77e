// The open rule forms of an endpoint: those that the user opened, and those of kept drafts.
import { type ListedRule, ruleToJson } from '@mock-endpoint/core/client'
import { type ReadonlySignal, signal } from '@preact/signals'
import { freshId, keyOfNewRule, keyOfRule, ruleOfKey } from '../../drafts/draft-keys.ts'
import { draftKeys, readDraft, unsaved, unwrittenDraft } from '../../drafts/kept-drafts.ts'
import type { RuleList } from '../list/rule-list.ts'
import type { KeptRule } from './rule-draft.ts'
import { createRuleForm, type RuleForm } from './rule-form.ts'

export interface RuleForms {
  readonly open: ReadonlySignal<readonly RuleForm[]>
  /** Opens the form of a new rule. */
  begin(): void
  /** Opens the form of a new rule that forwards requests to another service. */
  beginForward(): void
  edit(rule: ListedRule): void
  close(form: RuleForm): void
  /** Opens the forms of the kept drafts. */
  restore(): Promise<void>
  /** Opens forms of drafts that are restored from now on. Returns the function that stops it. */
  watch(): () => void
}

/** @param wanted The id of the rule that the page's URL points to. It stays on the page. */
export function createRuleForms(list: RuleList, wanted: string | undefined): RuleForms {
  const open = signal<readonly RuleForm[]>([])
  const { endpoint } = list

  function add(form: RuleForm): void {
    const id = form.id.peek()
    if (id !== undefined) list.pin(id)
    open.value = [...open.peek(), form]
  }

  function show({ key, base, typed }: KeptRule): void {
    if (open.peek().some((form) => form.draft.key() === key)) return
    add(createRuleForm({ list, key, id: ruleOfKey(key)?.id, base, typed: typed.data }))
  }

  function begin(base: string): void {
    const key = keyOfNewRule(endpoint, freshId())
    add(createRuleForm({ list, key, id: undefined, base }))
  }

  const isOwn = (key: string): boolean => ruleOfKey(key)?.endpoint === endpoint

  return {
    open,
    begin: () => begin(newRule(endpoint)),
    beginForward: () => begin(newForward(endpoint)),
    edit(rule) {
      const { id } = rule
      if (open.peek().some((form) => form.id.peek() === id)) return
      add(createRuleForm({ list, key: keyOfRule(endpoint, id), id, base: ruleToJson(rule) }))
    },
    close(form) {
      const id = form.id.peek()
      if (id !== undefined && id !== wanted) list.unpin(id)
      open.value = open.peek().filter((other) => other !== form)
    },
    async restore() {
      for (const key of (await draftKeys()).filter(isOwn)) {
        const kept = await readDraft<KeptRule>(key)
        if (kept) show(kept)
      }
    },
    watch: () =>
      unsaved.subscribe((now) => {
        for (const key of [...now.keys()].filter(isOwn)) {
          const kept = unwrittenDraft(key)
          if (kept) show(kept as KeptRule)
        }
      }),
  }
}

/** Returns the text of a new rule. It works with and without a default response. */
function newRule(endpoint: string): string {
  return `{
  "endpoint": ${JSON.stringify(endpoint)},
  "when": { "method": "GET", "path": "/" },
  "response": { "statusCode": 503, "data": { "error": "busy" } }
}`
}

function newForward(endpoint: string): string {
  return `{
  "endpoint": ${JSON.stringify(endpoint)},
  "when": { "path": "/*" },
  "response": { "forward": "https://", "record": true }
}`
}
