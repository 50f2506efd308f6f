import { OWN_ROWS } from './ownRows.ts'
import { PROGRAMME_ROWS } from './programmeRows.ts'
import type { Row } from './row.ts'
import { TRADE_ROWS } from './tradeRows.ts'
import { WALLET_ROWS } from './walletRows.ts'

/** Every page with figures of the user. */
export const ROWS: readonly Row[] = [...TRADE_ROWS, ...WALLET_ROWS, ...PROGRAMME_ROWS, ...OWN_ROWS]
