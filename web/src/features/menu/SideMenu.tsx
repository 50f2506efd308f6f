import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { useConfig } from '../../api/publicConfig.ts'
import { sayCopied } from '../../components/sayCopied.ts'
import { askToJoin } from '../../session/joinSheet.ts'
import { openChat, openOverlay } from '../../session/openSheets.ts'
import { isSignedIn, useSession } from '../../session/session.ts'
import { useIsSigningIn } from '../../session/signingIn.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { CopyRow } from '@tickmark/ui/list/CopyRow.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { IconName } from '@tickmark/ui/base/icons.ts'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { MenuDrawer } from '@tickmark/ui/layer/MenuDrawer.tsx'
import { useSignInAgain } from '../../wallets/reconnect.ts'
import { BookSwitch } from './BookSwitch.tsx'
import { PlaceRow } from './PlaceRow.tsx'
import { ShareRow } from './ShareRow.tsx'

/** The user, the current account, and links that are not in the main navigation. */
export function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const flags = useConfig()?.flags

  function row(icon: IconName, title: string, href: string) {
    return <PlaceRow icon={icon} title={title} href={href} onClose={onClose} />
  }

  return (
    <MenuDrawer open={open} onClose={onClose} title={t('menu.title')} header={<Who onClose={onClose} />}>
      <Standing />
      <BookSwitch />
      <nav aria-label={t('menu.title')} className="mt-4 border-t border-rule">
        {flags?.wallet && row('wallet', t('shell:nav.wallet'), hrefTo.wallet())}
        {row('orders', t('pages:title.orders'), hrefTo.orders())}
        <ShareRow open={open} onClose={onClose} />
        <ListRow
          leading={<Icon name="chat" className="text-ink-2" />}
          title={t('chat:popup.frame')}
          onPress={() => openChat()}
          chevron
        />
        {row('help', t('pages:title.help'), hrefTo.help())}
        <ListRow
          leading={<Icon name="gear" className="text-ink-2" />}
          title={t('menu.setup')}
          onPress={() => openOverlay('setup')}
          chevron
        />
      </nav>
    </MenuDrawer>
  )
}

/** The address as its first 8 and last 8 characters, or a join button. */
function Who({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const { address } = useSession()

  function join() {
    onClose()
    askToJoin()
  }

  if (!address) {
    return (
      <Button size="medium" onClick={join}>
        {t('home:join')}
      </Button>
    )
  }
  return <CopyRow value={address} shown={shortAddress(address, 8)} onCopied={sayCopied} />
}

/** The kind of wallet, and a sign-in button when the session has ended. */
function Standing() {
  const { t } = useTranslation('settings')
  const session = useSession()
  const { address, server } = session
  const again = useSignInAgain()
  const isSigningIn = useIsSigningIn()
  if (!address) return null

  return (
    <div className="grid gap-2 pb-2">
      {server?.practice && (
        <span>
          <Badge tone="plain">{t('menu.practice')}</Badge>
        </span>
      )}
      {server !== undefined && !isSignedIn(session) && (
        <Button size="medium" busy={again.busy || isSigningIn} onClick={again.signIn}>
          {t('home:signIn')}
        </Button>
      )}
    </div>
  )
}
