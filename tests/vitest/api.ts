// The endpoints of these tests.
export interface Api {
  orders: { id: number }[]
  flag: boolean
}

declare global {
  interface ImportMeta {
    /** Of Vite, whose types are not installed here. */
    readonly env: Readonly<Record<string, unknown>>
  }
}
