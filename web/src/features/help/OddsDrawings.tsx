import { useTranslation } from '../../i18n/useTranslation.ts'
import { shareText } from '@tickmark/client/format/figures.ts'
import { ltr } from '../../format/ltr.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Distribution } from '@tickmark/ui/chart/Distribution.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { exactShare, type GuideFigures } from './guideFigures.ts'

/** The distribution of the final price, the winning part, and the payouts of the ranges. */
export function ChanceDrawing({ figures }: { figures: GuideFigures }) {
  const { t } = useTranslation('help')
  const shown = figures.ranges[1] ?? figures.ranges[0]
  return (
    <>
      {shown && (
        <Distribution
          chance={shown.chancePpm / 1_000_000}
          direction="up"
          chanceLabel={t('trade:finishHere', { chance: ltr(exactShare(shown.chancePpm)) })}
          nowLabel={t('trade:now')}
        />
      )}
      <table className="mt-3 w-full text-13">
        <thead className="text-start text-12 text-ink-2">
          <tr className="border-b border-rule">
            <th scope="col" className="px-2 py-2 text-start font-normal">
              {t('draw.chance')}
            </th>
            <th scope="col" className="px-2 py-2 text-end font-normal">
              {t('draw.profit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.ranges.map((range) => (
            <tr
              key={range.chancePpm}
              className={cx('border-b border-rule', range === shown && 'bg-brand-wash')}
            >
              <td className="px-2 py-2.5">
                <bdi dir="ltr">{exactShare(range.chancePpm)}</bdi>
              </td>
              <td className="px-2 py-2.5 text-end font-semibold">
                <bdi dir="ltr">{`+${range.ratePct}%`}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The user's chance against the chance needed to break even; drawn from 40 to 60 %, so that the gap is visible. */
export function MarginDrawing({ figures }: { figures: GuideFigures }) {
  const { t } = useTranslation('help')
  const rows = [
    { label: t('draw.chance'), ppm: figures.chancePpm, decimals: 0, tone: 'bg-ink' },
    { label: t('draw.breakEven'), ppm: figures.breakEvenPpm, decimals: 2, tone: 'bg-caution' },
  ]
  return (
    <dl className="grid gap-4 py-2">
      {rows.map(({ label, ppm, decimals, tone }) => (
        <div key={label}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-1.5 text-13">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-19 font-semibold">
              <bdi dir="ltr">{shareText(ppm, decimals)}</bdi>
            </dd>
          </div>
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-well">
            <div
              className={cx('h-full rounded-full', tone)}
              style={{ inlineSize: `${(ppm - 400_000) / 2_000}%` }}
            />
          </div>
        </div>
      ))}
      <p
        aria-hidden="true"
        dir="ltr"
        className="-mt-2 flex justify-between text-11 text-ink-3 rtl:flex-row-reverse"
      >
        <span>40%</span>
        <span>60%</span>
      </p>
    </dl>
  )
}

/** A hundred orders as dots with the winning ones filled, and the total stake against the total payout. */
export function LossDrawing({ figures }: { figures: GuideFigures }) {
  const { t } = useTranslation('help')
  const format = useFormat()
  const { orders, wins, paid, back } = figures
  const whole = (amount: number) => ltr(format.figure(String(amount), { decimals: 0 }))
  return (
    <>
      <div
        role="img"
        aria-label={t('draw.hundred', { orders, wins, losses: orders - wins })}
        className="grid grid-cols-[repeat(20,1fr)] gap-1 py-1"
      >
        {Array.from(RESULTS, (result, at) => (
          <i
            // oxlint-disable-next-line react/no-array-index-key -- a hundred dots that never change
            key={at}
            className={cx(
              'aspect-square rounded-full',
              result === 'x' ? 'bg-up' : 'border-[1.5px] border-down',
            )}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-12 text-ink-2" aria-hidden="true">
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2.5 rounded-full bg-up" />
          {t('draw.won', { number: wins })}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <i className="size-2.5 rounded-full border-[1.5px] border-down" />
          {t('draw.lost', { number: orders - wins })}
        </span>
      </div>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] border-y border-rule text-center">
        <Sum label={t('draw.paidIn')} value={whole(paid)} />
        <Sum label={t('draw.cameBack')} value={whole(back)} />
        <Sum label={t('draw.left')} value={whole(back - paid)} tone="text-down" />
      </dl>
    </>
  )
}

/** A hundred random results, half of them won. */
const RESULTS = [
  '...xxx.x..x.xx......',
  '..x.x...x...x...x.xx',
  '.x...xxxx.xxxx.....x',
  'x.x.x.xx.x.xxxx.xxx.',
  'xxx..xxx..xxxx...xxx',
].join('')

function Sum({ label, value, tone }: { label: string; value: string; tone?: string }) {
  return (
    <div className="py-3">
      <dt className="text-12 text-ink-2">{label}</dt>
      <dd className={cx('font-semibold', tone)}>
        <bdi dir="ltr">{`${value} USDT`}</bdi>
      </dd>
    </div>
  )
}
