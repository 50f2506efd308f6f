import { codeOfBook } from '@tickmark/core/money/currencies'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import { userOf } from '../http/calls/context.ts'
import { routesOf } from '../http/calls/mount.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { Market } from '../market/market.ts'
import type { FundSource } from '../module/funds.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { walletConsolePart } from './consolePart.ts'
import { consoleStatement, walletOperatorAnswers } from './operatorRoutes.ts'
import { walletAnswers } from './routes.ts'
import { createSignedBalances } from './signedBalances.ts'
import { statementAsked } from './statementAsked.ts'

interface WalletModulePorts {
  prices: IndexPrices
  market: Pick<Market, 'head'>
  /** The products' accounts for users' money. */
  funds: readonly FundSource[]
}

/** A user's own money across all products: holdings, their history and statements. */
export function openWallet(runtime: Runtime, { prices, market, funds }: WalletModulePorts): Module {
  const { clock, events, live } = runtime
  const { db } = runtime.database
  const signedBalances = createSignedBalances({ db, head: () => market.head() })
  const deps = { db, clock, prices, funds, events }
  events.afterCommit('balance_changed', ({ userId, book }) =>
    live.publish(userId, { event: 'balance_changed', book: codeOfBook(book) }),
  )
  return {
    name: 'wallet',
    routes: [
      routesOf(walletRoutes, {
        ...walletAnswers(deps),
        getSignedBalances: async (_, context) => ({ signed: await signedBalances(userOf(context)) }),
      }),
    ],
    operatorRoutes: [
      routesOf(
        consoleStatement,
        walletOperatorAnswers({ statement: (owner, asked) => statementAsked(deps, owner, asked) }),
      ),
    ],
    consolePart: walletConsolePart(deps),
  }
}
