// A name without a default response: the base URL of an API that rules answer.
import { useRef } from 'preact/hooks'
import { type OpenRules, RuleSection } from '../rules/rule-section.tsx'
import { CopyButton } from '../shell/copy-button.tsx'
import { useFocusOnOpening } from '../shell/focus.ts'
import { hrefOf } from '../shell/route.ts'
import { Back } from './back.tsx'
import { NameText } from './name-text.tsx'
import { urlOf } from './url-of.ts'

export function RulesAlone(rules: OpenRules) {
  const { list, wanted } = rules
  const name = list.endpoint
  const url = urlOf(name)
  const title = useRef<HTMLHeadingElement>(null)
  // A rule that is pointed at takes the focus itself.
  useFocusOnOpening(() => (wanted === undefined ? title.current : undefined))
  return (
    <div class="endpoint">
      <div class="title">
        <Back />
        <h1 ref={title} tabIndex={-1}>
          <NameText name={name} />
        </h1>
      </div>
      <p class="note">
        {list.shown.value.length > 0
          ? 'There is no endpoint of this name: only rules answer here, and at the paths below.'
          : 'There is no endpoint of this name, and no rule.'}{' '}
        <a href={hrefOf({ view: 'new', name })}>Add the endpoint</a>
      </p>
      <div class="url">
        <code>{url}</code>
        <CopyButton text={url} what="the base URL" />
      </div>
      <RuleSection {...rules} />
    </div>
  )
}
