import type home from '../texts/english/home.json'
import type join from '../texts/english/join.json'
import type language from '../texts/english/language.json'
import type orders from '../texts/english/orders.json'
import type pages from '../texts/english/pages.json'
import type receipt from '../texts/english/receipt.json'
import type settings from '../texts/english/settings.json'
import type shell from '../texts/english/shell.json'
import type trade from '../texts/english/trade.json'
import type transfer from '../texts/english/transfer.json'
import type wallet from '../texts/english/wallet.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: {
      home: typeof home
      join: typeof join
      language: typeof language
      orders: typeof orders
      pages: typeof pages
      receipt: typeof receipt
      settings: typeof settings
      shell: typeof shell
      trade: typeof trade
      transfer: typeof transfer
      wallet: typeof wallet
    }
  }
}
