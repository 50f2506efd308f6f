import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { deepLinks, isMobile } from './deepLinks.ts'

/** How long the sheet says that it is looking: wallets' own browsers may inject their wallets late. */
const LOOK_MS = 600

/** For browsers without a wallet: links into wallet apps on the phone, or this page's link to open elsewhere. */
export function NoWallet() {
  const { t } = useTranslation('join')
  const [looking, setLooking] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLooking(false), LOOK_MS)
    return () => clearTimeout(timer)
  }, [])

  async function copy() {
    const done = await navigator.clipboard.writeText(location.href).then(
      () => true,
      () => false,
    )
    sayCopied(done)
  }

  if (looking) return <p className="breathe mt-4 text-13 text-ink-2">{t('looking')}</p>
  return (
    <div className="mt-4">
      <p className="text-13">{t('none')}</p>
      {isMobile() && (
        <>
          <p className="pt-3 text-12 text-ink-2">{t('deepLinks')}</p>
          <ul>
            {deepLinks(location.href).map((link) => (
              <li key={link.name}>
                <a
                  href={link.href}
                  rel="noreferrer"
                  className="flex min-h-12 items-center gap-3 border-b border-rule text-15 font-medium"
                >
                  <span className="flex-1">{link.name}</span>
                  <Icon name="external" size={18} className="text-ink-3" />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button tone="plain" size="small" icon="copy" onClick={() => void copy()} className="-ms-3 mt-1">
        {t('copyLink')}
      </Button>
    </div>
  )
}
