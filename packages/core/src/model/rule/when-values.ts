// Schemas for the members of a rule's `when`.
import * as z from 'zod/mini'
import { likeHint } from '../problem/other-words.ts'
import { required } from './member.ts'
import type { TextMatch } from './rule.ts'

const methodError = 'must be a method such as POST, or a list of methods'
const method = z.string(methodError).check(
  z.refine((given) => /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/.test(given), methodError),
  z.refine((given) => given === given.toUpperCase(), {
    error: ({ input }) => `must be upper case: ${String(input).toUpperCase()}`,
  }),
  z.refine((given) => !/^(\*|any|all)$/i.test(given), 'must be left out to match any method'),
  z.refine((given) => given !== 'TRACE' && given !== 'CONNECT', 'is not supported by endpoints'),
)
/** A method, or a list of methods. */
export const methods: z.ZodMiniType<string | readonly string[]> = z.union([
  method,
  z.array(method).check(z.minLength(1, methodError)),
])

const likeError = '{"matches": "a regular expression"} or {"contains": "a text"}'
const like = z.union([
  z.strictObject({
    matches: required(
      'short',
      'A regular expression of RE2 that matches somewhere in the text.',
      z.string(),
    ),
  }),
  z.strictObject({
    contains: required('short', 'A text somewhere in it.', z.string()),
  }),
])
const wordsOfText = `must be a string, ${likeError}`
/** Adds a hint to a fault if another word, such as `regex`, was used in a pattern. */
const orLike =
  (words: string) =>
  ({ input }: { readonly input?: unknown }) =>
    words + likeHint(input)
const textMatch = z.union([z.string(), like], { error: orLike(wordsOfText) })
/** For each path parameter, a text or a pattern for it. */
export const parameters: z.ZodMiniType<Record<string, TextMatch>> = z.record(
  z.string(),
  textMatch,
  'must be an object',
)
const valueMatch = z.union([z.string(), z.null(), like], {
  error: orLike(`${wordsOfText}, or null if it is absent`),
})
/** For each query parameter, header or form field, a text, a pattern, or `null` for none. */
export const values: z.ZodMiniType<Record<string, TextMatch | null>> = z.record(
  z.string(),
  valueMatch,
  'must be an object',
)
/** A text, or a pattern for it. JSON belongs in `json`. */
export const bodyMatch: z.ZodMiniType<TextMatch> = z.union([z.string(), like], {
  error: ({ input }) => wordsOfText + (likeHint(input) || '; JSON belongs in `json`'),
})
