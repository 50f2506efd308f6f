import type alerts from '../texts/english/alerts.json'
import type chat from '../texts/english/chat.json'
import type help from '../texts/english/help.json'
import type home from '../texts/english/home.json'
import type join from '../texts/english/join.json'
import type language from '../texts/english/language.json'
import type limits from '../texts/english/limits.json'
import type messages from '../texts/english/messages.json'
import type news from '../texts/english/news.json'
import type nft from '../texts/english/nft.json'
import type orders from '../texts/english/orders.json'
import type pages from '../texts/english/pages.json'
import type receipt from '../texts/english/receipt.json'
import type settings from '../texts/english/settings.json'
import type share from '../texts/english/share.json'
import type shell from '../texts/english/shell.json'
import type trade from '../texts/english/trade.json'
import type transfer from '../texts/english/transfer.json'
import type wallet from '../texts/english/wallet.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: {
      alerts: typeof alerts
      chat: typeof chat
      help: typeof help
      home: typeof home
      join: typeof join
      language: typeof language
      limits: typeof limits
      messages: typeof messages
      news: typeof news
      nft: typeof nft
      orders: typeof orders
      pages: typeof pages
      receipt: typeof receipt
      settings: typeof settings
      share: typeof share
      shell: typeof shell
      trade: typeof trade
      transfer: typeof transfer
      wallet: typeof wallet
    }
  }
}
