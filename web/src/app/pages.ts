import { createElement, lazy, useState, type ComponentType } from 'react'
import { loadRestOfEnglish } from '../i18n/i18n.ts'

/** A screen; `load` fetches its code ahead of need. */
export interface Page {
  Component: ComponentType
  load(): Promise<unknown>
}

export interface AppRoute {
  /** A pattern: "/share/:url?". */
  path: string
  /** Key of its title with its namespace: "pages:title.home". */
  title: string
  page: Page
  /** From 768 px it stands beside the market list, or beside what the wallet holds. */
  beside?: 'market' | 'wallet'
  /** The place of the main navigation that it belongs to. */
  place?: '/' | '/order' | '/account' | '/arbitrage'
  /** On a phone without the main navigation: the screen has its own way back. */
  bare?: boolean
  /** It has the window to itself, without navigation and banners: it may stand in a frame over another page of ours. */
  alone?: boolean
}

const FILES = import.meta.glob<Record<string, ComponentType>>([
  '../features/*/*Page.tsx',
  '!../features/home/HomePage.tsx',
  '!../features/missing/NotOpenPage.tsx',
])

const NotOpen = lazy(async () => ({
  default: (await import('../features/missing/NotOpenPage.tsx')).NotOpenPage,
}))

/**
 * A page by its file under features: "coin/CoinPage" exports `CoinPage`. One that is not built yet says so
 * honestly to whoever comes to it.
 */
export function page(file: string): Page {
  const known = made.get(file)
  if (known) return known
  const one = makePage(file)
  made.set(file, one)
  return one
}

/** By their files: a page that two places show is fetched once for both. */
const made = new Map<string, Page>()

function makePage(file: string): Page {
  const fetchFile = FILES[`../features/${file}.tsx`]
  if (!fetchFile) return { Component: NotOpen, load: async () => {} }
  const name = file.slice(file.lastIndexOf('/') + 1)
  let loaded: ComponentType | undefined
  const load = async () => {
    const [module] = await Promise.all([fetchFile(), loadRestOfEnglish()])
    loaded = module[name]
    if (!loaded) throw new Error(`${file}.tsx exports no ${name}`)
    return { default: loaded }
  }
  const Late = lazy(load)

  /** A page whose code is here is drawn at once: one that suspends shows its skeleton for 300 ms, however soon it is ready. */
  function Component() {
    const [Now] = useState(() => loaded ?? Late)
    return createElement(Now)
  }
  return { load, Component }
}
