import type { RecordedRequest } from '@mock-endpoint/core/client'
import { expect, test } from 'vitest'
import { toRow } from '../../api/request-row.ts'
import { createFilter } from './filter.ts'

const request: RecordedRequest = {
  id: 1,
  endpoint: 'orders',
  rule: '201 on POST',
  method: 'POST',
  path: '/endpoint/orders',
  query: 'page=2',
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Trace', 'Abc-7'],
  ],
  body: '{"name":"Ada Lovelace"}',
  bodyBytes: 23,
  bodyTruncated: false,
  receivedAt: '2026-01-02T03:04:05.678Z',
  statusCode: 503,
  outcome: 'answered',
  durationMs: 1,
}
const held: RecordedRequest = { ...request, statusCode: null, outcome: 'pending', held: true }
const unmatched: RecordedRequest = {
  ...request,
  endpoint: null,
  rule: null,
  statusCode: 404,
  outcome: 'unmatched',
}

test.each([
  '',
  '  ',
  'post',
  'ORDERS',
  '?page=2',
  '503',
  'x-trace',
  'abc-7',
  'lovelace',
  'lovelace orders abc',
  '"ada love"',
  '"ada love',
  'status:5xx',
  'status:503',
  'status:',
  'method:post',
  'method:PO',
  'is:answered',
  'header:x-trace',
  'header:trace',
  'header:"x-trace: abc"',
  'endpoint:order',
  'endpoint:"orders"',
  'rule:"201 on',
  'rule:"201 on post"',
  '"name":"ada',
  'status:5xx method:post ada',
])('the request matches the filter %o', (text) => {
  expect(createFilter(text)(toRow(request))).toBe(true)
})

test.each([
  'adalovelace',
  'orders users',
  '"lovelace ada"',
  'status:4xx',
  'status:500',
  'method:get',
  'is:unmatched',
  'is:held',
  'is:nothing',
  'header:json',
  'header:"x-trace: xyz"',
  'endpoint:users',
  'endpoint:"order"',
  'rule:gate',
  'rule:"201 on"',
  'name:orders',
  'status:5xx users',
])('the request does not match the filter %o', (text) => {
  expect(createFilter(text)(toRow(request))).toBe(false)
})

test('a request without a status is found by its state', () => {
  const row = toRow(held)
  expect(createFilter('is:pending is:held')(row)).toBe(true)
  expect(createFilter('is:answered')(row)).toBe(false)
  expect(createFilter('status:5xx')(row)).toBe(false)
})

test('an unmatched request is found by `unmatched`, by its status and by its endpoint', () => {
  const row = toRow(unmatched)
  for (const text of ['unmatched', 'is:unmatched', 'status:404', 'status:4xx']) {
    expect(createFilter(text)(row)).toBe(true)
  }
  // The endpoint was requested, although it did not respond.
  expect(createFilter('endpoint:orders')(row)).toBe(true)
  expect(createFilter('endpoint:orders')(toRow({ ...unmatched, path: '/' }))).toBe(false)
})

test('only the beginning of a long body is searched, and nothing of a binary body', () => {
  const long = toRow({ ...request, body: `first ${'x'.repeat(100_000)} last` })
  expect(createFilter('first')(long)).toBe(true)
  expect(createFilter('last')(long)).toBe(false)
  expect(long.text.length).toBeLessThan(10_000)
  const binary = toRow({ ...request, body: 'Zmlyc3Q=', bodyEncoding: 'base64' })
  expect(createFilter('zmly')(binary)).toBe(false)
})
