import type { Look } from '../asking/lookInTurn.ts'

const unjudged = new Map<string, Look>()

/** Schedules an answer to be judged again because no keys were known; repeated as long as that is so. */
export function judgeLater(name: string, judge: () => Promise<unknown>): void {
  unjudged.set(name, async () => {
    unjudged.delete(name)
    await judge()
  })
}

/** A look for every answer that is not judged yet. */
export function judgingLooks(): Map<string, Look> {
  return new Map(unjudged)
}
