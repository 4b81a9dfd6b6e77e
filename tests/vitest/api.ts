// The endpoints of these tests.
export interface Api {
  orders: { id: number }[]
  flag: boolean
}
