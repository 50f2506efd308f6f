/** The calls whose answers change with every movement of a user's money. */
export const BALANCES: readonly string[] = [
  'getMyWalletData',
  'getavailableMoneyByCurrency',
  'getavailableMoneyAndHsByCurrency',
  'getHoldingsHistory',
  'getStatement',
]
