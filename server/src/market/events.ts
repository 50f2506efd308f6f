declare module '../module/events.ts' {
  interface EventMap {
    /** New shares of the open stakes: whole percent on Up by product; a product without stakes is absent. */
    open_stakes_counted: { upShares: ReadonlyMap<number, number> }
  }
}

export {}
