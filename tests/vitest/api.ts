// The endpoints of these tests.
export interface Api {
  orders: { id: number }[]
  flag: boolean
}

declare global {
  interface ImportMeta {
    /** Declared here, because Vite's types are not installed. */
    readonly env: Readonly<Record<string, unknown>>
  }
}
