/** The page's texts by file: one line for each file of a language. */
export interface PageTexts {
  alerts: typeof import('./english/alerts.json')
  arbitrage: typeof import('./english/arbitrage.json')
  chat: typeof import('./english/chat.json')
  help: typeof import('./english/help.json')
  home: typeof import('./english/home.json')
  houseRecord: typeof import('./english/houseRecord.json')
  join: typeof import('./english/join.json')
  language: typeof import('./english/language.json')
  limits: typeof import('./english/limits.json')
  loanList: typeof import('./english/loanList.json')
  loans: typeof import('./english/loans.json')
  messages: typeof import('./english/messages.json')
  news: typeof import('./english/news.json')
  nft: typeof import('./english/nft.json')
  orders: typeof import('./english/orders.json')
  pages: typeof import('./english/pages.json')
  proof: typeof import('./english/proof.json')
  receipt: typeof import('./english/receipt.json')
  settings: typeof import('./english/settings.json')
  share: typeof import('./english/share.json')
  shell: typeof import('./english/shell.json')
  signedBalances: typeof import('./english/signedBalances.json')
  trade: typeof import('./english/trade.json')
  transfer: typeof import('./english/transfer.json')
  verdict: typeof import('./english/verdict.json')
  wallet: typeof import('./english/wallet.json')
  watch: typeof import('./english/watch.json')
  witnesses: typeof import('./english/witnesses.json')
}

export type PageDomain = keyof PageTexts

/** A text's key with its file: "home:tabs.top". */
export type PageKey = { [D in PageDomain]: `${D}:${KeyOf<D>}` }[PageDomain]

/** A text's key in its file: "tabs.top". Plural forms share the key without their suffix. */
export type KeyOf<D extends PageDomain> = Paths<PageTexts[D]>

/** The dotted paths to the texts of a file. */
export type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${Paths<T[K]>}`
}[keyof T & string]

type WithoutForm<K extends string> = K extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : K
