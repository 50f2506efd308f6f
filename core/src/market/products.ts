/** A traded coin, quoted in USDT. The fields after `decimals` belong to the simulated market only. */
export interface Product {
  pid: number
  symbol: string
  name: string
  colour: string
  /** Decimal places of its ticks: a step is less than a hundredth of one second's standard deviation. */
  decimals: number
  /** Price of the simulated index at the first midnight of an installation, USDT. */
  base: string
  /** Standard deviation of a day's logarithmic return. */
  dailyVolatility: number
  /** Typical turnover of 24 h, USDT. */
  dailyTurnover: number
}

export const PRODUCTS: readonly Product[] = [
  product(1, 'BTC', 'Bitcoin', '#d9820b', 2, '67412.50', 0.024, 1.22e9),
  product(2, 'ETH', 'Ethereum', '#4d5fd1', 3, '3518.22', 0.031, 8.6e8),
  product(3, 'SOL', 'Solana', '#7a3fd0', 4, '176.41', 0.042, 4.1e8),
  product(4, 'TRX', 'Tron', '#c8303a', 7, '0.16284', 0.026, 7.2e7),
  product(5, 'XRP', 'XRP', '#333b46', 7, '0.61270', 0.038, 2.3e8),
  product(6, 'DOGE', 'Dogecoin', '#a98a1f', 7, '0.14093', 0.047, 1.9e8),
  product(7, 'ADA', 'Cardano', '#2b4ea0', 7, '0.44120', 0.041, 6.4e7),
  product(8, 'LINK', 'Chainlink', '#2a5ada', 5, '14.081', 0.04, 5.8e7),
  product(9, 'BNB', 'BNB', '#b98a00', 4, '604.30', 0.027, 1.4e8),
  product(10, 'AVAX', 'Avalanche', '#c2373a', 5, '28.914', 0.045, 4.4e7),
  product(11, 'LTC', 'Litecoin', '#3b5a92', 5, '83.27', 0.034, 5.1e7),
  product(12, 'DOT', 'Polkadot', '#c2186a', 6, '5.342', 0.042, 2.9e7),
  product(13, 'UNI', 'Uniswap', '#c9317f', 6, '8.615', 0.046, 2.2e7),
  product(14, 'NEAR', 'NEAR', '#1d7f5c', 6, '4.871', 0.048, 2.6e7),
  product(15, 'BCH', 'Bitcoin Cash', '#2f8f4e', 4, '412.66', 0.037, 3.6e7),
  product(16, 'ATOM', 'Cosmos', '#4a4f78', 6, '6.127', 0.043, 1.8e7),
]

function product(
  pid: number,
  symbol: string,
  name: string,
  colour: string,
  decimals: number,
  base: string,
  dailyVolatility: number,
  dailyTurnover: number,
): Product {
  return { pid, symbol, name, colour, decimals, base, dailyVolatility, dailyTurnover }
}

export function productById(pid: number): Product | undefined {
  return PRODUCTS.find((one) => one.pid === pid)
}
