// The endpoints of the shop's API, with the type of each one's data.
export interface Api {
  prices: { item: string; cents: number }[]
  stock: Record<string, number>
  customer: { name: string; isMember: boolean }
  order: { id: string } | { error: string }
}
