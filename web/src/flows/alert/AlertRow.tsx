import { parseAmount } from '@tickmark/core/money/money'
import type { AlertItem } from '@tickmark/wire/routes/alerts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'
import { coinColour } from '../../format/coinColour.ts'
import { priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../format/useFormat.ts'
import { ltr } from '../../format/ltr.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { CoinIcon } from '@tickmark/ui/text/CoinIcon.tsx'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { PlainLink } from '@tickmark/ui/base/PlainLink.tsx'
import { When } from '../../components/When.tsx'
import { useLevelText } from './levelText.ts'

/** A price alert: its price, the time since it waits or fired, and a remove button. */
export function AlertRow({ alert, withCoin = false }: { alert: AlertItem; withCoin?: boolean }) {
  const { t } = useTranslation('alerts')
  const levelText = useLevelText()
  const { busy, run } = useAction()
  const { id, pid, symbol, side, level } = alert
  const title = levelText(pid, parseAmount(level) ?? 0n, side)

  return (
    <div className="flex min-h-[66px] items-center gap-3 border-b border-rule py-2">
      {withCoin && <CoinIcon symbol={symbol} colour={coinColour(symbol)} />}
      <div className="min-w-0 flex-1">
        <p className="text-15 leading-snug font-medium">
          {withCoin ? (
            <PlainLink href={hrefTo.coin(pid)} onGo={go}>
              <bdi dir="ltr">{symbol}</bdi> · {title}
            </PlainLink>
          ) : (
            title
          )}
        </p>
        <p className="text-12 text-ink-3">
          <AlertState alert={alert} />
        </p>
      </div>
      <IconButton
        icon="close"
        label={t('remove', { alert: `${symbol} · ${title}` })}
        disabled={busy}
        onClick={() => void run(() => call('removeAlert', { id }))}
        className="-me-[11px] text-ink-2"
      />
    </div>
  )
}

function AlertState({ alert: { pid, kind, value, setAt, firedAt, firedPrice } }: { alert: AlertItem }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  if (firedAt !== null) {
    return (
      <>
        {firedPrice !== null && `${t('firedAt', { price: ltr(priceText(format, pid, firedPrice)) })} · `}
        <When atMs={firedAt} />
      </>
    )
  }
  return (
    <>
      {kind === 'percent' && `${ltr(`${format.figure(value, { sign: true })}%`)} · `}
      {t('since')} <When atMs={setAt} />
    </>
  )
}
