import { describe, expect, onTestFinished, test } from 'vitest'
import type { Control } from '../../control/control.ts'
import { createWire } from '../../control/wire.ts'
import { createFetchForwarder } from '../../forward/fetch-forwarder.ts'
import { createService, type Service } from '../../http/app.ts'
import type { AppOptions } from '../../http/app-options.ts'
import { createMemoryStore } from '../../memory.ts'
import { type EndpointStore, StoreError } from '../../model/store/store.ts'
import type { Send } from '../send.ts'
import { describeControl } from './control-cases.ts'
import type { OpenControl } from './control-service.ts'
import { describeDeliveries } from './delivery-cases.ts'

function service(options: Partial<AppOptions> = {}): Service {
  const store = options.store ?? createMemoryStore()
  onTestFinished(() => store.close())
  return createService({ ...options, store })
}

function overFetch({ app }: Pick<Service, 'app'>): Control {
  const fetch: typeof globalThis.fetch = async (input, init) => app.fetch(new Request(input, init))
  return createWire({ url: 'http://localhost', fetch })
}

const sendTo =
  ({ app }: Pick<Service, 'app'>): Send =>
  async (request) =>
    app.fetch(request)

const openLocal: OpenControl = async (options) => {
  const opened = service(options)
  return { control: opened.control(), send: sendTo(opened) }
}

describeControl('in process', openLocal)

describeControl('over fetch', async (options) => {
  const opened = service(options)
  return { control: overFetch(opened), send: sendTo(opened) }
})

/** A service that may send to itself. */
function sender(): Service {
  const forwarder = createFetchForwarder(async (...args) => opened.app.fetch(new Request(...args)))
  const opened = service({ forwarder, allowSend: ['localhost'] })
  return opened
}

const url = 'http://localhost'

describeDeliveries('in process', async () => ({ control: sender().control(), url }))

describeDeliveries('over fetch', async () => ({ control: overFetch(sender()), url }))

/** A store whose reads and writes all fail. */
function failing(error: Error): EndpointStore {
  const fail = async (): Promise<never> => {
    throw error
  }
  async function* failLater(): AsyncGenerator<never, void, undefined> {
    yield await fail()
  }
  const { kind, check, close } = createMemoryStore()
  const reads = { get: fail, count: fail, list: failLater, names: failLater }
  const writes = { put: fail, putAll: fail, remove: fail, clear: fail }
  const rules = {
    ...{ putRule: fail, removeRule: fail, clearRules: fail },
    ...{ getRule: fail, rulesOf: fail, namesWithRules: failLater, countRules: fail },
  }
  return { kind, check, close, ...reads, ...writes, ...rules }
}

describe('both control APIs', () => {
  test.each([
    [new StoreError('full', 'No room.'), 'storage-full'],
    [new StoreError('unavailable', 'Away.'), 'store-unavailable'],
    [new StoreError('corrupt', 'Broken.'), 'store-unavailable'],
    [new Error('private'), 'internal-error'],
  ])(
    'both control APIs reject with the same code when the store fails with %s',
    async (error, code) => {
      for (const controlOf of [overFetch, (opened: Service) => opened.control()]) {
        const reported: unknown[] = []
        const onError = (error: unknown): void => void reported.push(error)
        const control = controlOf(service({ store: failing(error), onError }))
        const calls = [
          () => control.addEndpoint('{"name":"a","data":1}'),
          () => control.importRecords('{"endpoints":[{"name":"a","data":1}]}'),
          () => control.getEndpoint('a'),
          () => control.removeEndpoint('a'),
          () => control.listEndpoints({}),
          () => control.listSummaries({}),
          () => control.clearEndpoints(undefined),
          () => control.reset('{"endpoints":true}'),
        ]
        for (const call of calls) await expect(call()).rejects.toMatchObject({ code })
        expect(reported).toEqual([error])
      }
    },
  )

  test('both control APIs report a stopping service in their health', async () => {
    for (const controlOf of [overFetch, (opened: Service) => opened.control()]) {
      const opened = service()
      opened.drain()
      const health = await controlOf(opened).getHealth(undefined)
      expect(health).toMatchObject({ status: 'degraded', reason: 'The service is stopping.' })
    }
  })
})
