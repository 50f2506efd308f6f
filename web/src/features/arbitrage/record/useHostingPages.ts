import { mergePages, nextPage, PAGE } from '@tickmark/client/recordPages.ts'
import { call, query } from '../../../api/api.ts'
import { usePages } from '../../../api/usePages.ts'

/** The user's hosting orders with one status, ten at a time, until all are loaded. */
export function useHostingPages(status: 1 | 2) {
  const { parts, ...pages } = usePages({
    queryKey: query('getMyTgOrderList', { status, pageSize: PAGE }).queryKey,
    ...PAGES,
    ask: (pageNum, signal) =>
      call('getMyTgOrderList', { status, pageNum, pageSize: PAGE }, { signal, quiet: true }),
  })
  const named = parts.map(({ list, total }) => ({
    total,
    list: list.map((one) => ({ ...one, id: one.orderNumber })),
  }))
  return { ...pages, items: mergePages(named) }
}

/** A day is in the public log some seconds after it closed. */
const UNLOGGED_MS = 3_000

/** The days of an order, newest first, ten at a time; polled until all are in the public log. */
export function useHostingDays(orderNumber: string) {
  const { parts, ...pages } = usePages({
    queryKey: query('getHostingDays', { orderNumber, pageSize: PAGE }).queryKey,
    ...PAGES,
    ask: (pageNum, signal) =>
      call('getHostingDays', { orderNumber, pageNum, pageSize: PAGE }, { signal, quiet: true }),
    pollMs: (days) => days.some(({ list }) => list.some((one) => one.seq === null)) && UNLOGGED_MS,
  })
  const named = parts.map(({ list, total }) => ({
    total,
    list: list.map((one) => ({ ...one, id: one.day })),
  }))
  return { ...pages, items: mergePages(named) }
}

const PAGES = {
  first: 1,
  next: (last: { total: number }, all: readonly unknown[]) => nextPage(last.total, all.length),
}
