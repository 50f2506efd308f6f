import { ROUTES } from '@tickmark/wire/routes/all'
import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import { queries, type Reply } from '../../../api/api.ts'

type List = Reply<'getMyTgOrderList'>

/**
 * The hosting orders that the house has shown to this page, each with the time of its list by this device's clock.
 */
export function listedHostings(): { item: HostingItem; atMs: number }[] {
  const lists = queries.getQueryCache().findAll({ queryKey: [ROUTES.getMyTgOrderList.path] })
  return lists.flatMap(({ state }) => {
    const { list, pages = [] } = (state.data ?? {}) as Partial<List> & { pages?: List[] }
    // In a list of several pages, the age of the first ones is unknown.
    const items = list ?? (pages.length === 1 ? pages.flatMap((page) => page.list) : [])
    return items.map((item) => ({ item, atMs: state.dataUpdatedAt }))
  })
}
