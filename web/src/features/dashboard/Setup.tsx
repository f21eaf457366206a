import { Button, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronRight, IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanySetup, Profile } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import classes from './Dashboard.module.css'

type StepName = keyof CompanySetup

/** The screen of a step, and its entry in the menu where the company can switch that off. */
type Screen = { to: string; entry?: keyof Profile['menu'] }

/** In the order in which a company begins, each with the screen where it is done. */
const STEPS: Record<StepName, Screen> = {
  brand: { to: paths['tenant_settings.show']() },
  company: { to: paths['tenant_settings.show']() },
  account: { to: paths['subsidiaries.index']() },
  services: { to: paths['services.create'](), entry: 'services' },
  rates: { to: `${paths['exchange_rates.create']()}?from=USD` },
  prices: { to: paths['price_tables.index']() },
  users: { to: paths['users.create']() },
  mail: { to: paths['tenant_settings.tab']({ tab: 'emails' }) },
  client: { to: paths['clients.create'](), entry: 'clients' },
  shipment: { to: paths['shipments.create']() },
}

const NAMES = Object.keys(STEPS) as StepName[]

/** The steps of a new company before it can work. */
export function Setup({ setup }: { setup: CompanySetup }) {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  const [isHidden, setHidden] = useLocalStorage({
    key: 'remessa-setup-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (isHidden) return null
  // A step that this company or this user does not have is null.
  const names = NAMES.filter((name) => typeof setup[name] === 'boolean')
  const done = names.filter((name) => setup[name]).length
  return (
    <section aria-labelledby={heading}>
      <div className={classes.setupHead}>
        <h2 id={heading} className={classes.title}>
          {t('setup.title')}
        </h2>
        <Text size="sm" c="dimmed">
          {t('setup.done', { done, total: names.length })}
        </Text>
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => setHidden(true)}>
          {t('setup.hide')}
        </Button>
      </div>
      <ul className={classes.causes}>
        {names.map((name) => (
          <li key={name}>
            <Step name={name} isDone={setup[name] === true} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Step({ name, isDone }: { name: StepName; isDone: boolean }) {
  const { t } = useTranslation('dashboard')
  const { can, menu } = useProfile()
  const { to, entry } = STEPS[name]
  const isOff = entry !== undefined && !menu[entry] && can['feature_flag.update'] === true
  return (
    <AppLink to={isOff ? paths['feature_flags.index']() : to} className={classes.step}>
      {isDone ? (
        <IconCircleCheck size={20} aria-label={t('setup.isDone')} role="img" className={classes.calmIcon} />
      ) : (
        <IconCircle size={20} stroke={1.75} aria-hidden className={classes.way} />
      )}
      <span>
        {t(`setup.step.${name}`)}
        <Text component="span" size="sm" c="dimmed" display="block">
          {isOff ? t('setup.off') : t(`setup.text.${name}`)}
        </Text>
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.way} />
    </AppLink>
  )
}
