import { PRODUCTS } from '@tickmark/core/market/products'
import type { PublicConfig } from '@tickmark/wire/config'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { queries } from '../../api/api.ts'
import { takeConfig } from '../../api/publicConfig.ts'
import { PhoneCoin } from '../../features/coin/CoinPage.tsx'
import { putHintAway } from '../../features/home/join/joinHint.ts'
import { loadRestOfEnglish } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { PATHS } from '../../navigation/hrefs.ts'
import { useUiTextList } from '@tickmark/client/useUiTextList.ts'
import { Price } from '@tickmark/ui/text/Price.tsx'
import { Shell } from '@tickmark/ui/page/Shell.tsx'
import { UiTextsProvider } from '@tickmark/ui/base/uiTexts.tsx'
import { Banners } from '../Banners.tsx'
import { Frame } from '../Frame.tsx'
import type { Outline } from './outline.ts'

/**
 * The outlines of the markets and of each coin, on a phone, in English, for a visitor. They are the screens' own components
 * without an answer of the server, so the script then draws the same in the same places. Runs while the page is built.
 */
export async function outlines(): Promise<Outline[]> {
  await loadRestOfEnglish()
  // It moves in when the script runs.
  putHintAway()
  return (['sandbox', 'live'] as const).flatMap((mode) => [
    ...FLAGS.map((flags) => {
      takeConfig(configOf(mode, flags))
      return { path: PATHS.home, pid: null, mode, flags, html: markup(PATHS.home, <Frame />) }
    }),
    ...PRODUCTS.map(({ pid }) => {
      return { path: PATHS.coin, pid, mode, flags: null, html: markup(PATHS.coin, <Coin pid={pid} />) }
    }),
  ])
}

const FLAGS = [false, true].flatMap((wallet) => [false, true].map((arbitrage) => ({ wallet, arbitrage })))

function configOf(mode: PublicConfig['mode'], on: { wallet: boolean; arbitrage: boolean }): PublicConfig {
  const unused = { name: '', envelopeKey: '', logOrigin: '', logKey: '', receiptsKey: '', version: '' }
  const flags = { arbitrageBanner: false, share: false, loans: false, ...on }
  return {
    ...unused,
    mode,
    languages: [],
    networks: [],
    flags,
    chatOrigin: null,
    witnesses: [],
    release: null,
  }
}

const NOTHING = { baseInfo: null, candles: [], stale: false, asOfMs: null, state: null }

function Coin({ pid }: { pid: number }) {
  const heading = (
    <>
      <p className="text-40 font-semibold tracking-[-0.025em]">
        <Price value={0} text="{price}" stale />
      </p>
      <p className="min-h-[calc(0.5rem+1.4em)] pt-2 text-13" />
    </>
  )
  return (
    <Shell banner={<Banners />}>
      <div className="md:mx-auto md:max-w-[720px]">
        <PhoneCoin pid={pid} live={NOTHING} heading={heading} />
      </div>
    </Shell>
  )
}

/** A mark covers the coloured disc behind it, which is a style that the content security policy forbids. */
const DISC = / style="background:#\w{6}"/g
/** The document's own pictures need no links. */
const LINK = /<link rel="preload" as="image"[^>]*>/g

function markup(path: string, screen: ReactNode): string {
  const drawn = renderToStaticMarkup(
    <Router ssrPath={path} ssrSearch="">
      <QueryClientProvider client={queries}>
        <Words>{screen}</Words>
      </QueryClientProvider>
    </Router>,
  )
  return drawn.replaceAll(DISC, '').replaceAll(LINK, '')
}

function Words({ children }: { children: ReactNode }) {
  return <UiTextsProvider list={useUiTextList(useTranslation('shell').t)}>{children}</UiTextsProvider>
}
