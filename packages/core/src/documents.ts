/**
 * Reads documents of endpoints and rules, as in files, with the place of each part, and changes
 * parts without touching the rest.
 * @module @mock-endpoint/core/documents
 */
import {
  type DocumentOptions,
  type MocksDocument,
  readMocksDocument,
} from './documents/mocks-document.ts'
import { decodeJsonBytes } from './model/json/json-bytes.ts'
import { readMembers } from './model/json/json-text.ts'
import { runYielding } from './model/time/yielding.ts'

export type { BodyOf, FaultyBody, FileBody } from './documents/body-files.ts'
export {
  type ChangedEndpoint,
  changeExport,
  changeMembers,
  type ExportChanges,
  emptyDocument,
} from './documents/change-document.ts'
export type { DocumentFault } from './documents/document-faults.ts'
export { indentRule } from './documents/indent-rule.ts'
export type {
  DocumentOptions,
  EndpointEntry,
  MocksDocument,
  RuleEntry,
} from './documents/mocks-document.ts'
export {
  createDeliverySchema,
  createMocksSchema,
  mocksSchemaUrl,
} from './documents/mocks-schema.ts'
export { isSameRecording } from './documents/same-recording.ts'
export { type FileOf, withoutBodies } from './documents/split-bodies.ts'
export type { DeliveryRequest, DeliverySigning } from './model/delivery/delivery-request.ts'
export type { Endpoint } from './model/endpoint/endpoint.ts'
export { nameFault } from './model/endpoint/endpoint-schema.ts'
export { type JsonPart, membersOf, partsOf } from './model/json/json-parts.ts'
export type { JsonSchema } from './model/json/json-schema.ts'
export { type JsonMember, type Place, readMembers } from './model/json/json-text.ts'
export { createPlaces, type Located } from './model/json/located.ts'
export { textIn } from './model/json/utf8.ts'
export { parseRule } from './model/rule/parse-rule.ts'
export {
  type FollowUp,
  mostRules,
  mostRulesOfEndpoint,
  type NetworkFault,
  type RecordOptions,
  type Redaction,
  type RuleBody,
  type RuleChunk,
  type RuleEvent,
  type RuleResponse,
  type RuleWhen,
} from './model/rule/rule.ts'
export type { NewRule } from './model/rule/rule-schema.ts'
export type { Awaitable } from './model/time/awaitable.ts'
export { runYielding, type Yielding } from './model/time/yielding.ts'

/**
 * Decodes the text of a file, and drops a leading byte order mark. Rejects with `invalid-json` at
 * the first bytes that are not UTF-8.
 */
export async function decodeText(bytes: Uint8Array): Promise<string> {
  return runYielding(decodeJsonBytes(bytes))
}

/** Rejects with `invalid-json` or `too-deep`, with line and column, if a text is not valid JSON. */
export async function checkJson(text: string): Promise<void> {
  await runYielding(readMembers(text, () => {}))
}

/** Reads a document. Rejects as `checkJson` does. All other faults are part of the result. */
export async function readDocument(text: string, options: DocumentOptions): Promise<MocksDocument> {
  return runYielding(readMocksDocument(text, options))
}
