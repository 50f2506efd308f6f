import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { parseAmount } from '@tickmark/core/money/money'
import type { InputOf } from '@tickmark/wire/call'
import type { operatorArbitrageRoutes } from '@tickmark/wire/routes/operators/arbitrage'
import { transact } from '../db/transact.ts'
import { operatorOf, type Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { closedDays } from './dayStore.ts'
import type { HostingDeps } from './ports.ts'
import {
  insertVersion,
  lockProducts,
  productInForce,
  productVersions,
  type ProductVersion,
} from './productStore.ts'
import { productView, SHOWN_DAYS } from './views.ts'

export type OperatorHostingRoutes = Pick<
  typeof operatorArbitrageRoutes,
  'deskHostingProducts' | 'deskSetHostingProduct'
>

/** Operators set the terms of orders to come. Nothing here reaches an order that runs. */
export function hostingOperatorAnswers({
  db,
  clock,
}: Pick<HostingDeps, 'db' | 'clock'>): Answers<OperatorHostingRoutes> {
  return {
    async deskHostingProducts(_, { language }) {
      const versions = await productVersions(db)
      const days = await closedDays(db, SHOWN_DAYS)
      const list = versions.map((one) => ({
        ...productView(one, days, { book: 'real', language }),
        isOpen: one.isOpen,
        from: one.fromMs,
      }))
      return { list }
    },
    deskSetHostingProduct: (input, context) =>
      transact(db, async (tx) => {
        const terms = termsOf(input)
        await lockProducts(tx)
        const version = ((await productInForce(tx, input.mid))?.version ?? 0) + 1
        const fromMs = clock.nowMs()
        await insertVersion(tx, { ...terms, version, fromMs })
        await recordAction(tx, {
          operator: operatorOf(context).address,
          action: 'hosting.product',
          subject: `hosting product ${input.mid}`,
          details: {
            version,
            days: input.days,
            least: input.least,
            most: input.most,
            isOpen: input.isOpen,
            upperPpm: input.upperPpm,
            exitFeePpm: input.exitFeePpm,
            reason: input.reason,
          },
          atMs: fromMs,
        })
        return { version }
      }),
  }
}

function termsOf(
  input: InputOf<OperatorHostingRoutes['deskSetHostingProduct']>,
): Omit<ProductVersion, 'version' | 'fromMs'> {
  const [least, most] = [parseAmount(input.least), parseAmount(input.most)]
  const isWhole = (amount: bigint) => amount > 0n && amount % PROGRAMME.unit === 0n
  if (least === null || most === null || !isWhole(least) || !isWhole(most) || least > most)
    throw new Refused('hosting_product_invalid')
  const { mid, days, upperPpm, exitFeePpm, isOpen } = input
  return { mid, days, least, most, upperPpm: BigInt(upperPpm), exitFeePpm: BigInt(exitFeePpm), isOpen }
}
