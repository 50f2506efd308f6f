import { randomUUID } from 'node:crypto'
import { SANDBOX_CHAIN } from '@tickmark/server/chains/sandbox/sandboxChain'
import type { RouteName } from '@tickmark/wire/routes/all'

/** An order that nobody has. */
export const NO_ORDER = '01234567-89ab-7def-8123-456789abcdef'

/** USDT on the sandbox's chain, somebody's address there, and where a page of a statement may end. */
const TYPE = SANDBOX_CHAIN.id * 32 + 1
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PLACE = `0.0.${NO_ORDER}.1.0`

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
  getavailableMoneyAndHsByCurrency: { currencyName: 'USDT' },
  getHoldingsHistory: { range: '1D' },
  getStatement: {
    currencyId: 1,
    kind: 'available',
    from: 0,
    to: 9_999_999_999_999,
    pageSize: 10,
    after: PLACE,
  },
  resetSimulated: {},
  getextendfCList: { currcy: 'USDT' },
  recharge: { withdrawalTypeId: TYPE },
  getTestMoney: { withdrawalTypeId: TYPE },
  get_my_recharge_record: { pageNum: 1, pageSize: 10, currencyId: 1 },
  checkApply: {},
  withdrawalIntent: { typeId: TYPE, withdrawcoinUrl: PAYEE, usdtNum: '10' },
  cash_out: {
    typeId: TYPE,
    withdrawcoinUrl: PAYEE,
    usdtNum: '10',
    intent: 'none',
    signature: '0x00',
    code: '123456',
  },
  cancelWithdrawal: { id: NO_ORDER },
  get_my_cash_out_record: { pageNum: 1, pageSize: 10, currencyId: 1 },
  getSwapQuote: { currencyId: 1, toCurrencyId: 3, exchangeMoney: '10' },
  currencyExchange: { currencyId: 1, toCurrencyId: 3, exchangeMoney: '10', quote: '' },
  getMyExchangeRecords: { pageNum: 1, pageSize: 10 },
  getProtection: {},
  startAuthenticator: {},
  confirmAuthenticator: { code: '123456' },
  endAuthenticator: { code: '123456' },
  resetAuthenticator: {},
  keepAuthenticator: { code: '123456' },
  setAddressBook: { on: 1 },
  addAddress: { destination: PAYEE, label: 'savings' },
  removeAddress: { id: NO_ORDER },
}
