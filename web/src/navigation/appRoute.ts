import type { ComponentType } from 'react'
import type { PATHS } from './hrefs.ts'

/** A screen; `load` fetches its code ahead of need. */
export interface Page {
  Component: ComponentType
  load(): Promise<unknown>
}

/** What the app knows of a screen before its code is there. */
interface RouteFacts {
  /** A pattern of `PATHS`. */
  path: (typeof PATHS)[keyof typeof PATHS] | '*'
  /** Key of its title with its namespace: "pages:title.home". */
  title: string
  /** From 768 px it stands beside the market list, or beside what the wallet holds. */
  beside?: 'market' | 'wallet'
  /** The place of the main navigation that it belongs to. */
  place?: (typeof PATHS)['home' | 'orders' | 'wallet' | 'arbitrage']
  /** On a phone without the main navigation: the screen has its own way back. */
  bare?: boolean
  /** It has the window to itself, without navigation and banners: it may stand in a frame over another page of ours. */
  alone?: boolean
}

/** A route as its feature declares it in `route.ts`: data alone, as every `route.ts` is part of the first screen. */
export interface ScreenRoute extends RouteFacts {
  /** The screen's file under features: "coin/CoinPage" exports `CoinPage`. */
  file: string
  /** The file is not written yet; until it is, the screen says that it is not open. */
  planned?: true
}

/** A route with the screen that its file makes. */
export interface AppRoute extends RouteFacts {
  page: Page
}
