import { Button, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronRight, IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanySetup } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import classes from './Dashboard.module.css'

/** In the order in which a company begins, each with the screen where it is done. */
const STEPS = {
  brand: paths['tenant_settings.show'](),
  company: paths['tenant_settings.show'](),
  account: paths['subsidiaries.index'](),
  services: paths['services.create'](),
  prices: paths['price_tables.index'](),
  users: paths['users.create'](),
  mail: paths['tenant_settings.tab']({ tab: 'emails' }),
  client: paths['clients.create'](),
  shipment: paths['shipments.create'](),
} satisfies Record<keyof CompanySetup, string>

const NAMES = Object.keys(STEPS) as (keyof CompanySetup)[]

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
  const done = NAMES.filter((name) => setup[name]).length
  return (
    <section aria-labelledby={heading}>
      <div className={classes.setupHead}>
        <h2 id={heading} className={classes.title}>
          {t('setup.title')}
        </h2>
        <Text size="sm" c="dimmed">
          {t('setup.done', { done, total: NAMES.length })}
        </Text>
        <Button variant="subtle" size="compact-sm" color="gray" onClick={() => setHidden(true)}>
          {t('setup.hide')}
        </Button>
      </div>
      <ul className={classes.causes}>
        {NAMES.map((name) => (
          <li key={name}>
            <Step name={name} isDone={setup[name]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Step({ name, isDone }: { name: keyof CompanySetup; isDone: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <AppLink to={STEPS[name]} className={classes.step}>
      {isDone ? (
        <IconCircleCheck size={20} aria-label={t('setup.isDone')} role="img" className={classes.calmIcon} />
      ) : (
        <IconCircle size={20} stroke={1.75} aria-hidden className={classes.way} />
      )}
      <span>
        {t(`setup.step.${name}`)}
        <Text component="span" size="sm" c="dimmed" display="block">
          {t(`setup.text.${name}`)}
        </Text>
      </span>
      <IconChevronRight size={18} aria-hidden className={classes.way} />
    </AppLink>
  )
}
