import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LanguageSelect } from './LanguageSelect'
import { Logo } from './Logo'
import type { OverlayProps } from './overlay'
import { SideMenu } from './SideMenu'

export default function MobileMenu({ opened, onClose }: OverlayProps) {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      title={<Logo />}
      aria-label={t('menu.label')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SideMenu onFollow={onClose} />
      <LanguageSelect />
    </Drawer>
  )
}
