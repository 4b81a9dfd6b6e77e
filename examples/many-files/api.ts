// What the shop's API answers: the name of each endpoint, and the type of its data.
export interface Api {
  prices: { item: string; cents: number }[]
  stock: Record<string, number>
  customer: { name: string; isMember: boolean }
  order: { id: string } | { error: string }
}
