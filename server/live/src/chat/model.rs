//! Rooms and messages as the API shows them. Pure.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use super::scope::RoomScope;
use trade::wire_name;

/// The administrators' room, the same id in every company.
pub const ADMINISTRATORS: Uuid = Uuid::from_u128(0x0199_0000_0000_7000_8000_0000_0000_0010);

wire_name! {
    /// Kind of a room.
    RoomKind {
        /// Two people.
        Direct = "direct",
        /// Several people, with a name.
        Group = "group",
        /// All administrators.
        Administrators = "administrators",
        /// A client with the company's staff.
        Client = "client",
    }
}

wire_name! {
    /// A reaction to a message.
    Reaction {
        Like = "like",
        Unlike = "unlike",
        Happy = "happy",
        Smiling = "smiling",
        Funny = "funny",
        Sad = "sad",
    }
}

/// A room as it is stored, for one member.
#[derive(Clone, sqlx::FromRow)]
pub struct RoomRow {
    pub id: Uuid,
    pub kind: RoomKind,
    pub title: Option<String>,
    pub client_id: Option<Uuid>,
    pub created_by: Option<Uuid>,
    pub last_seq: i32,
    pub last_at: Option<DateTime<Utc>>,
    pub since_seq: i32,
    pub read_seq: i32,
    pub other_id: Option<Uuid>,
    pub other_picture: Option<String>,
    pub last_body: Option<String>,
    pub last_author_id: Option<Uuid>,
    pub last_author: Option<String>,
    pub shown: bool,
    pub open: bool,
    pub expanded: bool,
}

impl RoomRow {
    /// A fixed room in which nobody has written yet.
    pub fn unwritten(kind: RoomKind, id: Uuid, title: Option<String>) -> Self {
        Self {
            id,
            kind,
            title,
            client_id: (kind == RoomKind::Client).then_some(id),
            created_by: None,
            last_seq: 0,
            last_at: None,
            since_seq: 0,
            read_seq: 0,
            other_id: None,
            other_picture: None,
            last_body: None,
            last_author_id: None,
            last_author: None,
            shown: false,
            open: false,
            expanded: false,
        }
    }

    pub fn unread(&self) -> i32 {
        (self.last_seq - self.read_seq.max(self.since_seq)).max(0)
    }
}

/// Actions of the current user in a room.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomCan {
    pub send: bool,
    /// Change the name of the group.
    pub rename: bool,
    pub add_members: bool,
    pub remove_members: bool,
    pub leave: bool,
}

impl RoomCan {
    pub fn of(row: &RoomRow, scope: &RoomScope) -> Self {
        let is_group = row.kind == RoomKind::Group;
        let is_own = row.created_by == Some(scope.user_id);
        Self {
            send: true,
            rename: is_group && (is_own || scope.is_staff),
            add_members: is_group,
            remove_members: is_group && is_own,
            leave: is_group,
        }
    }
}

/// The newest message of a room.
#[derive(Object, Clone)]
pub struct LastMessage {
    /// Its beginning; empty if it has only files.
    pub body: String,
    pub from_member_id: Uuid,
    pub from_name: String,
    pub created_at: DateTime<Utc>,
}

/// A room.
#[derive(Object, Clone)]
pub struct Room {
    pub id: Uuid,
    pub kind: RoomKind,
    pub is_group: bool,
    /// Name of the group, the other person or the client; null for the administrators' room.
    pub title: Option<String>,
    /// The other person of a direct chat.
    pub other_id: Option<Uuid>,
    /// Small picture of the other person of a direct chat.
    pub other_picture_url: Option<String>,
    pub client_id: Option<Uuid>,
    /// Number of the newest message.
    pub last_seq: i32,
    /// Number of the last message that the current user has read.
    pub read_seq: i32,
    /// Messages that the current user has not read.
    pub unread: i32,
    pub last_message: Option<LastMessage>,
    #[oai(flatten)]
    pub window: RoomWindow,
    pub can: RoomCan,
}

/// How the current user has a room on the page.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomWindow {
    /// It has a window.
    pub show: bool,
    /// The window is open; otherwise it is minimised.
    pub open: bool,
    /// The window is large.
    pub expanded: bool,
}

const SHORT: usize = 160;

impl Room {
    pub fn of(row: RoomRow, scope: &RoomScope) -> Self {
        let can = RoomCan::of(&row, scope);
        let unread = row.unread();
        // A member who joined later does not see what was written before.
        let is_visible = row.last_seq > row.since_seq;
        let last = row.last_body.zip(row.last_author_id).zip(row.last_author).zip(row.last_at);
        let last_message =
            last.filter(|_| is_visible).map(|(((body, from_member_id), from_name), created_at)| {
                LastMessage { body: short(&body), from_member_id, from_name, created_at }
            });
        Self {
            id: row.id,
            kind: row.kind,
            is_group: row.kind != RoomKind::Direct,
            title: row.title,
            other_picture_url: row
                .other_id
                .zip(row.other_picture)
                .map(|(user, key)| picture_url(row.id, user, &key)),
            other_id: row.other_id,
            client_id: row.client_id,
            last_seq: row.last_seq,
            read_seq: row.read_seq,
            unread,
            last_message,
            window: RoomWindow { show: row.shown, open: row.open, expanded: row.expanded },
            can,
        }
    }
}

fn short(body: &str) -> String {
    body.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHORT).collect()
}

/// A member of a room.
#[derive(Object, Clone, sqlx::FromRow)]
pub struct RoomMember {
    pub id: Uuid,
    pub name: String,
    /// The same as the name.
    pub label: String,
    /// The client or partner that the member works for; null for staff.
    pub company_name: Option<String>,
    pub company_position: Option<String>,
    /// Number of the last message that the member has read.
    pub read_seq: i32,
    #[oai(skip)]
    pub thumbnail_key: Option<String>,
    /// Small picture of the member.
    #[sqlx(skip)]
    pub picture_url: Option<String>,
}

/// The URL of the small picture of a member. It changes with every new picture.
pub fn picture_url(room: Uuid, user: Uuid, key: &str) -> String {
    let file = key.rsplit('/').next().unwrap_or_default();
    format!("/api/rooms/{room}/members/{user}/picture/{file}")
}

/// A room with its members.
#[derive(Object)]
pub struct RoomDetails {
    #[oai(flatten)]
    pub room: Room,
    /// At most 200.
    pub members: Vec<RoomMember>,
    /// The newest 50 messages, newest first; the rest by `/rooms/{id}/messages`.
    pub messages: Vec<RoomMessage>,
    /// The current user's unsent text.
    pub draft: Option<String>,
}

/// A person or a client to write to.
#[derive(Object, sqlx::FromRow)]
pub struct RoomContact {
    /// Id of the user, or of the client; the room of a client has the id of the client.
    pub id: Uuid,
    pub is_client: bool,
    pub label: String,
    /// The client or partner that the person works for; null for staff and clients.
    pub company_name: Option<String>,
}

/// A file of a message.
#[derive(Object, Clone)]
pub struct RoomFile {
    pub id: Uuid,
    pub file_name: String,
    /// Bytes.
    pub file_size: i64,
    pub content_type: String,
}

/// A reaction of a member.
#[derive(Object, Clone)]
pub struct MemberReaction {
    pub reaction: Reaction,
    pub member_id: Uuid,
    pub name: String,
}

/// A message.
#[derive(Object, Clone)]
pub struct RoomMessage {
    pub id: Uuid,
    /// Number in the room, without gaps.
    pub seq: i32,
    pub body: String,
    pub from_member_id: Uuid,
    pub from_name: String,
    /// The client or partner that the author works for; null for staff.
    pub from_company: Option<String>,
    pub created_at: DateTime<Utc>,
    pub shipment_id: Option<Uuid>,
    /// Tracking code of the linked shipment.
    pub shipment: Option<String>,
    /// The ticket that was opened from the message.
    pub ticket_id: Option<Uuid>,
    pub ticket_number: Option<i32>,
    pub files: Vec<RoomFile>,
    pub reactions: Vec<MemberReaction>,
}

/// Some messages of a room, newest first.
#[derive(Object)]
pub struct RoomMessages {
    pub data: Vec<RoomMessage>,
    pub meta: RoomMessagesMeta,
}

#[derive(Object)]
pub struct RoomMessagesMeta {
    /// True when the room has older messages.
    pub has_older: bool,
}

/// A message that matches a search, with its room.
#[derive(Object)]
pub struct RoomHit {
    pub room: Room,
    pub message: RoomMessage,
}

/// The number of rooms with unread messages.
#[derive(Object)]
pub struct RoomsUnread {
    pub rooms: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: RoomKind) -> RoomRow {
        RoomRow { last_seq: 5, ..RoomRow::unwritten(kind, Uuid::nil(), None) }
    }

    fn staff(user_id: Uuid) -> RoomScope {
        RoomScope {
            user_id,
            client_id: None,
            partner_id: None,
            is_staff: true,
            sees_clients: true,
            subsidiary_ids: None,
            is_administrator: false,
        }
    }

    #[test]
    fn a_carriers_user_is_a_party_of_its_own() {
        let (user_id, client) = (Uuid::max(), Some(Uuid::from_u128(1)));
        let outside = RoomScope { is_staff: false, ..staff(user_id) };
        assert_eq!(staff(user_id).party(), None);
        assert_eq!(outside.party(), Some(user_id));
        assert_eq!(RoomScope { client_id: client, ..outside }.party(), client);
    }

    #[test]
    fn unread_counts_from_the_last_read_message_or_the_first_visible_one() {
        assert_eq!(row(RoomKind::Direct).unread(), 5);
        assert_eq!(RoomRow { read_seq: 3, ..row(RoomKind::Direct) }.unread(), 2);
        assert_eq!(RoomRow { since_seq: 4, read_seq: 3, ..row(RoomKind::Group) }.unread(), 1);
        assert_eq!(RoomRow { read_seq: 9, ..row(RoomKind::Group) }.unread(), 0);
    }

    #[test]
    fn the_creator_of_a_group_and_the_staff_rename_it() {
        let client = Uuid::from_u128(1);
        let staff = staff(Uuid::max());
        let outside =
            RoomScope { user_id: client, client_id: Some(client), is_staff: false, ..staff.clone() };
        let own = RoomRow { created_by: Some(client), ..row(RoomKind::Group) };
        for (room, scope, expected) in [
            (&own, &outside, true),
            (&own, &staff, true),
            (&row(RoomKind::Group), &outside, false),
            (&row(RoomKind::Client), &staff, false),
            (&row(RoomKind::Direct), &staff, false),
        ] {
            assert_eq!(RoomCan::of(room, scope).rename, expected, "{:?} {scope:?}", room.kind);
        }
    }

    #[test]
    fn only_the_creator_of_a_group_removes_members() {
        let user_id = Uuid::max();
        let scope = staff(user_id);
        let own = RoomRow { created_by: Some(user_id), ..row(RoomKind::Group) };
        assert!(RoomCan::of(&own, &scope).remove_members);
        assert!(!RoomCan::of(&row(RoomKind::Group), &scope).remove_members);
        for kind in [RoomKind::Direct, RoomKind::Administrators, RoomKind::Client] {
            let can = RoomCan::of(&RoomRow { created_by: Some(user_id), ..row(kind) }, &scope);
            assert!(can.send && !can.add_members && !can.remove_members && !can.leave, "{kind:?}");
        }
    }
}
