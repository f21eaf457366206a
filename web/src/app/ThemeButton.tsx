import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function ThemeButton() {
  const { t } = useTranslation('shell')
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <ActionIcon
      size="lg"
      title={t('theme.switch')}
      aria-label={t('theme.switch')}
      onClick={() => toggleColorScheme()}
    >
      <IconMoon size={20} stroke={1.75} aria-hidden className="mantine-dark-hidden" />
      <IconSun size={20} stroke={1.75} aria-hidden className="mantine-light-hidden" />
    </ActionIcon>
  )
}
