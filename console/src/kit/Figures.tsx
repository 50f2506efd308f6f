import { amountText } from '@tickmark/client/format/figures.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { parseAmount } from '@tickmark/core/money/money'
import { LANGUAGE_TAGS } from '@tickmark/texts/languages'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { ageText } from '../format/age.ts'
import { useFormats } from '../format/useFormats.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useNow } from './useNow.ts'

/** A decimal of the wire in its currency: "1,250.00 USDT"; without a code, only the figure. */
export function Money({ amount, code, sign = false }: { amount: string; code?: string; sign?: boolean }) {
  const format = useFormats()
  const units = parseAmount(amount)
  const text =
    units === null || code === undefined
      ? format.figure(amount, { sign })
      : amountText(format, code, units, sign)
  return (
    <bdi dir="ltr" className="tabular-nums whitespace-nowrap">
      {text}
      {code !== undefined && <span className="text-ink-2"> {code}</span>}
    </bdi>
  )
}

/** A time in ms: date and time to the second, with the zone in its title. `short` omits the date. */
export function Time({ atMs, short = false }: { atMs: number; short?: boolean }) {
  const format = useFormats()
  const text = short ? format.time(atMs) : `${format.farDay(atMs)} ${format.time(atMs)}`
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={format.exactTime(atMs)}
      className="whitespace-nowrap"
    >
      {text}
    </time>
  )
}

/** The time since `sinceMs`, updated each second: "12 min". */
export function Age({ sinceMs }: { sinceMs: number }) {
  const { language } = useTranslation('kit')
  const format = useFormats()
  const now = useNow()
  return (
    <time
      dateTime={new Date(sinceMs).toISOString()}
      title={format.exactTime(sinceMs)}
      className="whitespace-nowrap"
    >
      {ageText(now - sinceMs, LANGUAGE_TAGS[language])}
    </time>
  )
}

/** A shortened address, hash or id with a copy button. `whole` shows all of it. */
export function Address({
  text,
  whole = false,
  copy = true,
}: {
  text: string
  whole?: boolean
  copy?: boolean
}) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi
        dir="ltr"
        title={text}
        className={cx('font-mono text-12', whole ? 'break-all' : 'whitespace-nowrap')}
      >
        {whole ? text : shortAddress(text, 8, 6)}
      </bdi>
      {copy && <Copy text={text} />}
    </span>
  )
}

function Copy({ text }: { text: string }) {
  const { t } = useTranslation('kit')
  async function copy() {
    await navigator.clipboard.writeText(text)
    toast(t('copied'), { tone: 'good' })
  }
  return (
    <button
      type="button"
      aria-label={t('copy', { text: shortAddress(text, 8, 6) })}
      title={t('copyTitle')}
      onClick={(event) => {
        event.stopPropagation()
        void copy()
      }}
      className="inline-grid size-6 flex-none place-items-center rounded-1 text-ink-3 hover:text-ink max-md:-my-2.5 max-md:-ms-3 max-md:size-11"
    >
      <Icon name="copy" size={14} />
    </button>
  )
}
