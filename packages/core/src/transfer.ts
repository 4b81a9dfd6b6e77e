/**
 * Reads and writes files of endpoints and rules piece by piece, on any runtime.
 * @module @mock-endpoint/core/transfer
 */
export type { DeliveryRequest, DeliverySigning } from './model/delivery/delivery-request.ts'
export type { Endpoint } from './model/endpoint/endpoint.ts'
export type { Place } from './model/json/json-text.ts'
export type {
  FollowUp,
  NetworkFault,
  RecordOptions,
  Redaction,
  Rule,
  RuleBody,
  RuleChunk,
  RuleEvent,
  RuleResponse,
  RuleWhen,
} from './model/rule/rule.ts'
export type { NewRule } from './model/rule/rule-schema.ts'
export type { CheckedRecord } from './transfer/check-record.ts'
export type { RecordFormat } from './transfer/format.ts'
export type { RecordKind } from './transfer/pieces.ts'
export {
  type ReadRecord,
  type ReadRecordsOptions,
  type RecordFault,
  readRecords,
} from './transfer/read-records.ts'
export { type Records, type WriteRecordsOptions, writeRecords } from './transfer/write-records.ts'
