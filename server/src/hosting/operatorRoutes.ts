import type { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import type { Answers } from '../http/calls/context.ts'
import { closedDays } from './dayStore.ts'
import type { HostingDeps } from './ports.ts'
import { productVersions } from './products/productStore.ts'
import { productView, SHOWN_DAYS } from './showing/views.ts'

type OperatorHostingRoutes = Pick<typeof operatorArbitrageRoutes, 'consoleHostingProducts'>

/** Operators read the terms of hosting; two of them together set the terms of future orders (`products/changeProduct.ts`). */
export function hostingOperatorAnswers({ db }: Pick<HostingDeps, 'db'>): Answers<OperatorHostingRoutes> {
  return {
    async consoleHostingProducts(_, { language }) {
      const versions = await productVersions(db)
      const days = await closedDays(db, SHOWN_DAYS)
      const list = versions.map((one) => ({
        ...productView(one, days, { book: 'real', language }),
        isOpen: one.isOpen,
        from: one.fromMs,
      }))
      return { list }
    },
  }
}
