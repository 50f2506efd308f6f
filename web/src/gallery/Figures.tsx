import { PRODUCTS } from '@tickmark/core/products'
import { useEffect, useState } from 'react'
import { Change } from '../ui/Change.tsx'
import { Chart, type ChartOrder, type ChartPoint } from '../ui/Chart.tsx'
import { CoinIcon } from '../ui/CoinIcon.tsx'
import { Distribution } from '../ui/Distribution.tsx'
import { Figure } from '../ui/Figure.tsx'
import { Ledger, LedgerRow } from '../ui/LedgerRow.tsx'
import { ListRow } from '../ui/ListRow.tsx'
import { Price } from '../ui/Price.tsx'
import { ShareBar } from '../ui/ShareBar.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { StaleNote } from '../ui/StaleNote.tsx'
import { Part } from './Part.tsx'
import { ignore, points, walk } from './samples.ts'

const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format

/** Prices, charts, coins, rows. */
export function Figures() {
  const [line, setLine] = useState(() => points(140))
  const [order] = useState(() => orderOn(line))
  const last = line.at(-1)?.value ?? 0

  useEffect(() => {
    const timer = setInterval(() => setLine((old) => [...old, nextPoint(old)]), 1_000)
    return () => clearInterval(timer)
  }, [])

  return (
    <>
      <Part name="Figure, Price, Change, StaleNote">
        <Figure text="$12,480.16" quietFraction />
        <Change value={214} text="214.08 (1.74%)" mark="arrow" className="text-13" />
        <Figure text="+435.00" unit="USDT" tone="up" />
        <Price value={last} text={format(last)} className="w-fit text-40 font-semibold tracking-[-0.025em]" />
        <p className="flex flex-wrap gap-4 text-13">
          <Change value={1} text="1.84%" />
          <Change value={-1} text="0.62%" />
          <Change value={0} text="0.00%" />
          <Change value={-1} text="1,218.40 (1.84%)" mark="both" />
        </p>
        <p className="flex items-center gap-3">
          <Price value={1} text="0.16284" stale /> <StaleNote>since 21:14:03</StaleNote>
        </p>
      </Part>
      <Part name="Chart with an open order">
        <div className="-mx-5">
          <Chart
            points={line}
            format={format}
            order={{ ...order, timeLeft: secondsText(order.dueAtMs - (line.at(-1)?.atMs ?? 0)) }}
            summary="BTC/USDT, last 2 minutes: low 67,340.10, high 67,420.80, last 67,412.50. Open order Up from 67,371.10, wins above 67,376.10."
          />
        </div>
      </Part>
      <Part name="Chart">
        <Chart
          points={line}
          format={format}
          way="up"
          height={200}
          summary="BTC/USDT, last 2 minutes, rising"
        />
      </Part>
      <Part name="ListRow, CoinIcon, Sparkline">
        <div>
          {PRODUCTS.slice(0, 6).map((coin, at) => {
            const way = at % 2 === 0 ? 1 : -1
            return (
              <ListRow
                key={coin.pid}
                leading={<CoinIcon symbol={coin.symbol} colour={coin.colour} />}
                title={coin.symbol}
                sub={coin.name}
                middle={<Sparkline values={walk(40, way * 3, coin.pid * 77)} way={way > 0 ? 'up' : 'down'} />}
                figure={coin.base}
                figureSub={<Change value={way} text="1.84%" />}
                href={`/detail?pid=${coin.pid}`}
                onGo={ignore}
                current={at === 1}
              />
            )
          })}
        </div>
        <div className="flex flex-wrap gap-2">
          {PRODUCTS.map((coin) => (
            <CoinIcon key={coin.pid} symbol={coin.symbol} colour={coin.colour} size={30} />
          ))}
          <CoinIcon symbol="USDT" colour="#1f8a70" size={30} />
        </div>
      </Part>
      <Part name="ShareBar, Ledger">
        <div>
          <p className="flex justify-between text-13 font-medium">
            <span className="text-up">Up 58.20%</span>
            <span className="text-down">41.80% Down</span>
          </p>
          <div className="py-1.5">
            <ShareBar
              parts={[
                { key: 'up', weight: 58.2, colour: 'var(--up)' },
                { key: 'down', weight: 41.8, colour: 'var(--down)' },
              ]}
            />
          </div>
          <Ledger columns={2}>
            <LedgerRow label="Volume">18,204.6</LedgerRow>
            <LedgerRow label="Turnover">$1.22 B</LedgerRow>
          </Ledger>
        </div>
        <Ledger>
          <LedgerRow label="Entry" note="tick 1,482,201">
            67,371.10
          </LedgerRow>
          <LedgerRow label="Log root 21:14 UTC" mono last>
            9f3c5b7e1a27
          </LedgerRow>
        </Ledger>
      </Part>
      <Part name="Distribution">
        <Distribution chance={0.5} direction="up" chanceLabel="50% to finish here" nowLabel="now" />
        <Distribution chance={0.2} direction="up" chanceLabel="20% to finish here" nowLabel="now" />
        <Distribution chance={0.35} direction="down" chanceLabel="35% to finish here" nowLabel="now" />
      </Part>
    </>
  )
}

function orderOn(line: readonly ChartPoint[]): ChartOrder {
  const at = line[100] ?? { atMs: 0, value: 0 }
  return {
    direction: 'up',
    entryAtMs: at.atMs,
    dueAtMs: at.atMs + 60_000,
    entry: at.value,
    barrier: at.value + 5,
    entryText: format(at.value),
  }
}

function nextPoint(line: readonly ChartPoint[]): ChartPoint {
  const last = line.at(-1) ?? { atMs: 0, value: 0 }
  return { atMs: last.atMs + 1_000, value: last.value + Math.sin(last.atMs) * 9 }
}

function secondsText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  return `00:${String(seconds % 60).padStart(2, '0')}`
}
