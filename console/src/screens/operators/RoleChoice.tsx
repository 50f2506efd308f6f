import { useId } from 'react'
import { ROLES, type Role } from '@tickmark/wire/roles'
import { useTranslation } from '../../i18n/useTranslation.ts'

/** Checkboxes for the roles, each with the screens that it opens. */
export function RoleChoice({
  chosen,
  onChange,
}: {
  chosen: readonly Role[]
  onChange: (roles: readonly Role[]) => void
}) {
  const { t } = useTranslation('operators')
  const id = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-12 text-ink-2">{t('columns.roles')}</legend>
      {ROLES.map((role) => (
        <div key={role} className="flex min-h-11 items-center gap-3 text-13">
          <input
            id={`${id}-${role}`}
            type="checkbox"
            className="size-5 flex-none accent-brand"
            aria-describedby={`${id}-${role}-may`}
            checked={chosen.includes(role)}
            onChange={({ target }) =>
              onChange(ROLES.filter((one) => (one === role ? target.checked : chosen.includes(one))))
            }
          />
          <div>
            <label htmlFor={`${id}-${role}`} className="font-medium">
              {t(`role.${role}`)}
            </label>
            <p id={`${id}-${role}-may`} className="text-12 text-ink-2">
              {t(`roleMay.${role}`)}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
