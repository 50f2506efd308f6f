import type { Reply } from '../../../api/api.ts'

type Shown = Reply<'getHostingDays'>

/** Days requested at once. */
export const PAGE = 50

/**
 * An order's days as the house shows them, newest first, back to a day. Null when it does not answer, or repeats days
 * instead of older ones: each page must come closer to the oldest, so that the loop ends.
 */
export async function daysSince(
  oldest: string,
  askForPage: (pageNum: number) => Promise<Shown | null>,
): Promise<Shown | null> {
  const list: Shown['list'] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const part = await askForPage(pageNum)
    if (!part || part.list.length > PAGE) return null
    const [before, last] = [list.at(-1), part.list.at(-1)]
    if (before && last && last.day >= before.day) return null
    list.push(...part.list)
    if (!last || part.list.length < PAGE || last.day <= oldest) return { ...part, list }
  }
}
