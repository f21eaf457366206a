import { Text } from '@mantine/core'
import { IconMapSearch, IconPackageExport, IconPencilPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './PortalHome.module.css'

const STEPS = [
  { name: 'create', icon: IconPencilPlus },
  { name: 'hand', icon: IconPackageExport },
  { name: 'follow', icon: IconMapSearch },
] as const

/** For a client who has sent nothing yet. */
export function FirstSteps() {
  const { t } = useTranslation('portal')
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.first}>
      <h2 id={id} className={classes.title}>
        {t('first.title')}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" className={classes.steps}>
        {STEPS.map(({ name, icon: StepIcon }) => (
          <li key={name}>
            <StepIcon size={28} stroke={1.5} aria-hidden />
            <b>{t(`first.${name}`)}</b>
            <Text size="sm" c="dimmed">
              {t(`first.${name}Text`)}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}
