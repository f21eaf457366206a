import { Text, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '@/context/site'
import { HALF } from '@/ui/form/field-width'
import { FormSection } from '@/ui/form/ResourceForm'
import { useFormat } from '@/ui/format'
import { NEUTRALS } from '@/ui/theme/hues'
import { brandScale, contrast, neutralScale } from '@/ui/theme/palette'
import classes from './BrandSection.module.css'
import { type Fields, isColor } from './values'

/** The company's colour. The whole page wears it while it is chosen. */
export function BrandSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation('settings')
  const { domain } = useSite()
  const color = fields.values.brand_color
  usePreview(color)
  return (
    <FormSection title={t('color.title')} text={t('color.text')}>
      <TextInput
        {...fields.text('brand_color')}
        {...HALF}
        label={t('color.label')}
        maxLength={7}
        required
        rightSectionWidth="2.75rem"
        rightSection={
          <input
            type="color"
            className={classes.well}
            aria-label={t('color.choose')}
            value={(isColor(color) ? color : domain.brand_color).toLowerCase()}
            onChange={(event) => fields.set('brand_color', event.currentTarget.value)}
          />
        }
      />
      {isColor(color) && <Preview color={color} />}
    </FormSection>
  )
}

const [LIGHT = ''] = neutralScale([1], 0, 0)
const [DARK = ''] = neutralScale([NEUTRALS.dark.lightnesses[7] ?? 0], NEUTRALS.dark.chroma, NEUTRALS.dark.hue)

/** The places of the scale: fills of buttons and links on light pages, and links on dark ones. */
const FILL = 6
const ON_DARK = 4

/** The colour on light and on dark pages, with the contrast that results. */
function Preview({ color }: { color: string }) {
  const { t } = useTranslation('settings')
  const scale = brandScale(color)
  const [fill = color, onDark = color] = [scale[FILL], scale[ON_DARK]]
  const { number } = useFormat()
  const ratio = (one: string, other: string) => number(Math.round(contrast(one, other) * 10) / 10)
  const pages = [
    { name: 'light', surface: LIGHT, link: fill },
    { name: 'dark', surface: DARK, link: onDark },
  ] as const
  return (
    <div className={classes.previews}>
      {pages.map(({ name, surface, link }) => (
        <figure key={name} className={classes.preview}>
          <div className={classes.page} style={{ background: surface }} aria-hidden>
            <span className={classes.button} style={{ background: fill, color: LIGHT }}>
              {t('color.sample')}
            </span>
            <span style={{ color: link }}>{t('color.sample')}</span>
          </div>
          <figcaption className={classes.caption}>
            {t(`color.on.${name}`, { button: ratio(fill, LIGHT), link: ratio(link, surface) })}
          </figcaption>
        </figure>
      ))}
      <Text size="sm" c="dimmed">
        {fill === color.toLowerCase() ? t('color.kept') : t('color.moved', { color: fill })}
      </Text>
    </div>
  )
}

function usePreview(color: string) {
  useEffect(() => {
    if (!isColor(color)) return
    const { style } = document.documentElement
    const names = brandScale(color).map((shade, at) => {
      style.setProperty(`--brand-${at}`, shade)
      return `--brand-${at}`
    })
    return () => {
      for (const name of names) style.removeProperty(name)
    }
  }, [color])
}
