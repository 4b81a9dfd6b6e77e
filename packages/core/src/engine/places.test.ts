import { expect, test } from 'vitest'
import { handClock } from '../test/hand-clock.ts'
import { createDelays } from './delays.ts'
import { type Connections, createPlaces } from './places.ts'

const connectionOf = (destroy = () => {}) => ({ destroy })

const what = 'calls wait for requests'

function open(limit: number, connections: Connections = new WeakMap()) {
  return createPlaces({ limit, connections, code: 'too-many-waits', what })
}

test('places are limited, and one that is given back is free again', () => {
  const places = open(2)
  const [giveBack] = [places.take(), places.take(connectionOf())]
  expect(() => places.take()).toThrow('2 calls wait for requests already; try again')
  expect(() => places.take(connectionOf())).toThrow(
    expect.objectContaining({ code: 'too-many-waits', extensions: { limit: 2 } }),
  )
  giveBack?.()
  places.take()
  expect(() => places.take()).toThrow('2 calls')
})

test('each connection has its own hundred places, for delays and waits together', () => {
  const connections: Connections = new WeakMap()
  const clock = handClock()
  const delays = createDelays({ clock, limit: 1000, connections })
  const places = open(1000, connections)
  const connection = connectionOf()
  const ends = Array.from({ length: 60 }, () => delays.start(1000, () => {}, connection))
  for (let i = 0; i < 40; i++) places.take(connection)
  const delay = () => delays.start(1000, () => {}, connection)
  const refusal = { extensions: { limit: 100 }, status: 503 }
  expect(() => places.take(connection)).toThrow(expect.objectContaining(refusal))
  expect(delay).toThrow(expect.objectContaining({ ...refusal, code: 'too-many-delayed' }))
  expect(delay).toThrow('100 responses are being delayed already on this connection;')
  places.take(connectionOf())
  for (const end of ends) {
    end()
    end()
  }
  for (let i = 0; i < 60; i++) places.take(connection)
  expect(() => places.take(connection)).toThrow('on this connection')
})

test('a delay that ends gives its place back', async () => {
  const clock = handClock()
  const delays = createDelays({ clock, limit: 1 })
  delays.start(1, () => {}, connectionOf())
  expect(() => delays.start(1, () => {}, connectionOf())).toThrow(
    '1 responses are being delayed already;',
  )
  await clock.fire()
  delays.start(1, () => {}, connectionOf())
})

test('a connection that keeps asking for more than its share is destroyed', () => {
  const places = open(1000)
  let destroyed = 0
  const connection = connectionOf(() => (destroyed += 1))
  const fill = () => Array.from({ length: 100 }, () => places.take(connection))
  const refuse = (times: number) => {
    for (let i = 0; i < times; i++) expect(() => places.take(connection)).toThrow('on this')
  }
  const taken = fill()
  refuse(10)
  for (const giveBack of taken) giveBack()
  fill()
  refuse(10)
  expect(destroyed).toBe(0)
  refuse(1)
  expect(destroyed).toBe(1)
})
