/// A rectangle of the page in millimetres. Sections are cut off larger areas.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Area {
    pub fn cut_top(&mut self, h: f32) -> Area {
        let top = Area { h, ..*self };
        self.y += h;
        self.h -= h;
        top
    }

    pub fn cut_bottom(&mut self, h: f32) -> Area {
        self.h -= h;
        Area { y: self.y + self.h, h, ..*self }
    }

    pub fn cut_left(&mut self, w: f32) -> Area {
        let left = Area { w, ..*self };
        self.x += w;
        self.w -= w;
        left
    }

    pub fn cut_right(&mut self, w: f32) -> Area {
        self.w -= w;
        Area { x: self.x + self.w, w, ..*self }
    }

    pub fn inset(self, dx: f32, dy: f32) -> Area {
        Area { x: self.x + dx, y: self.y + dy, w: self.w - 2.0 * dx, h: self.h - 2.0 * dy }
    }
}
