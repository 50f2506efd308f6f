import { randomUUID } from 'node:crypto'
import type { RouteName } from '@tickmark/wire/routes/all'

/** An order that nobody has. */
export const NO_ORDER = '01234567-89ab-7def-8123-456789abcdef'

/** One well-formed input for each call, so that what refuses it is not its form. The compiler asks for every call. */
export const SAMPLES: Record<RouteName, Readonly<Record<string, unknown>>> = {
  challenge: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', walletType: 1 },
  signIn: {
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    walletType: 1,
    message: 'none',
    signature: '0x00',
  },
  session: {},
  sessions: {},
  signOut: { id: randomUUID() },
  checkUserIsSave: {},
  register: { inviteCode: '' },
  modify_user: {},
  change_language: { language: 'english' },
  keepProd: { pid: 1 },
  cancelKeep: { pid: 1 },
  getRate: {},
  getMarket: {},
  getLog: { from: 0, to: 3 },
  getLogHead: {},
  getLimitTimeType: {},
  getTimeAccountCurrency: { type: 0, pid: 1, timeId: 110 },
  createLimitOrder: { pid: 1, money: '10', timeId: 110, currcyId: 1, timezdId: 'none' },
  modifyLimitOrder: { orderId: NO_ORDER },
  getMyLimitOrders: { status: 0, pageNum: 1, pageSize: 10 },
  getOrderValue: { orderId: NO_ORDER },
  closeLimitOrder: { orderId: NO_ORDER, bidId: 'none' },
  getReceipt: { orderId: NO_ORDER },
  getMyWalletData: {},
  getavailableMoneyByCurrency: { currencyName: 'USDT' },
  resetSimulated: {},
}
