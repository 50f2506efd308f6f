/** The open orders on a product. */
export interface OpenSides {
  orders: number
  /** Whole percent of their stake on Up. */
  upPercent: number
}

declare module '../module/events.ts' {
  interface EventMap {
    /** New counts of the open orders by product; a product without stakes is absent. */
    open_stakes_counted: { sides: ReadonlyMap<number, OpenSides> }
  }
}
