// Words that several commands print.
import { STATUS_CODES } from 'node:http'
import { paint } from '../terminal/request-line.ts'

/** Returns `1 endpoint` or `12 endpoints`. */
export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`
}

/** Returns `1 endpoint and 12 rules`. */
export function countedRecords({ endpoints, rules }: { endpoints: number; rules: number }): string {
  return `${counted(endpoints, 'endpoint')} and ${counted(rules, 'rule')}`
}

interface Answering {
  readonly statusCode: number
  /** In milliseconds. */
  readonly delay: number
}

/** Returns `200 OK`, in its colour, with the delay if there is one. */
export function statusText({ statusCode, delay }: Answering, colour: boolean): string {
  const style = statusCode >= 500 ? 'red' : statusCode >= 400 ? 'yellow' : 'green'
  const name = STATUS_CODES[statusCode]
  const text = name === undefined ? String(statusCode) : `${statusCode} ${name}`
  return `${paint(style, text, colour)}${delay > 0 ? ` after ${delay} ms` : ''}`
}
