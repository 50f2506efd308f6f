declare module '../module/events.ts' {
  interface EventMap {
    /** The open stakes were counted anew: whole percent of a product's that is on Up; one without any is absent. */
    open_stakes_counted: { upShares: ReadonlyMap<number, number> }
  }
}

export {}
