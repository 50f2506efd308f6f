import type { ComponentType } from 'react'
import type { PATHS } from './hrefs.ts'

/** A screen; `load` fetches its code in advance. */
export interface Page {
  Component: ComponentType
  load(): Promise<unknown>
}

/** A route's facts, known before its code is loaded. */
interface RouteFacts {
  /** A pattern of `PATHS`. */
  path: (typeof PATHS)[keyof typeof PATHS] | '*'
  /** Key of its title with its namespace: "pages:title.home". */
  title: string
  /** From 768 px, shown beside the market list, the wallet's holdings or the list of orders. */
  beside?: 'market' | 'wallet' | 'orders'
  /** The item of the main navigation that it belongs to. */
  place?: (typeof PATHS)['home' | 'orders' | 'wallet' | 'arbitrage']
  /** On a phone without the main navigation: the screen has its own back button. */
  bare?: boolean
  /** Fills the window without navigation and banners: it may run in a frame inside another of our pages. */
  alone?: boolean
}

/** A route as its feature declares it in `route.ts`. Data only: every `route.ts` is part of the first screen. */
export interface ScreenRoute extends RouteFacts {
  /** The screen's file under features: "coin/CoinPage" exports `CoinPage`. */
  file: string
}

/** A route with the screen of its file. */
export interface AppRoute extends RouteFacts {
  page: Page
}
