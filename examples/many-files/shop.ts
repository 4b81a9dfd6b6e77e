// The code under test: a shop that uses its API.
import type { Api } from './api.ts'

export function createShop(baseUrl: string) {
  async function ask<Name extends keyof Api>(name: Name, init?: RequestInit): Promise<Api[Name]> {
    const response = await fetch(`${baseUrl}/${name}`, init)
    if (response.status >= 500) throw new Error(`The shop is closed: ${name}.`)
    return response.json()
  }

  return {
    async total(items: readonly string[]) {
      const prices = new Map((await ask('prices')).map(({ item, cents }) => [item, cents]))
      return items.reduce((sum, item) => sum + (prices.get(item) ?? 0), 0)
    },
    async isAvailable(item: string) {
      return ((await ask('stock'))[item] ?? 0) > 0
    },
    async greeting() {
      const { name, isMember } = await ask('customer')
      return isMember ? `Welcome back, ${name}` : `Hello, ${name}`
    },
    async order(items: readonly string[]) {
      const answer = await ask('order', { method: 'POST', body: JSON.stringify(items) })
      return 'id' in answer ? `Ordered: ${answer.id}` : `Not ordered: ${answer.error}`
    },
  }
}
