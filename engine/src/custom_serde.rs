//! Rule sets of one's own in configuration files.

use core::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::custom::{CustomError, CustomRuleset, known};
use crate::switches::Switch;
use crate::value::Value;

impl Serialize for CustomRuleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.changes.is_empty() {
            return serializer.serialize_str(self.base);
        }
        let mut map = serializer.serialize_map(Some(self.changes.len() + 1))?;
        map.serialize_entry("base", self.base)?;
        for (name, value) in &self.changes {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(yes) => serializer.serialize_bool(*yes),
            Self::Count(count) => serializer.serialize_u64(*count),
            Self::Row(row) => row.serialize(serializer),
            Self::Word(word) => serializer.serialize_str(word),
        }
    }
}

impl<'de> Deserialize<'de> for CustomRuleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CustomVisitor)
    }
}

struct CustomVisitor;

impl<'de> Visitor<'de> for CustomVisitor {
    type Value = CustomRuleset;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a rule set, or a table with `base` and changed switches")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<CustomRuleset, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CustomRuleset, A::Error> {
        let mut base = None;
        let mut changes: Vec<(&'static Switch, Value)> = Vec::new();
        while let Some(key) = map.next_key()? {
            match key {
                Key::Base => base = Some(map.next_value::<Base>()?.0),
                Key::Switch(switch) => changes.push((switch, map.next_value()?)),
            }
        }
        let mut custom = base.ok_or_else(|| de::Error::custom(CustomError::NoBase))?;
        for (switch, value) in changes {
            custom.change(switch, value).map_err(de::Error::custom)?;
        }
        Ok(custom)
    }
}

/// A key of the table. A type of its own, so that an error points at its line.
enum Key {
    Base,
    Switch(&'static Switch),
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "base" => Ok(Self::Base),
            name => known(name).map(Self::Switch).map_err(de::Error::custom),
        }
    }
}

struct Base(CustomRuleset);

impl<'de> Deserialize<'de> for Base {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        CustomRuleset::preset(&name)
            .map(Self)
            .map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false, a count, a word or a list of eight counts")
    }

    fn visit_bool<E: de::Error>(self, yes: bool) -> Result<Value, E> {
        Ok(Value::Bool(yes))
    }

    fn visit_u64<E: de::Error>(self, count: u64) -> Result<Value, E> {
        Ok(Value::Count(count))
    }

    fn visit_i64<E: de::Error>(self, count: i64) -> Result<Value, E> {
        u64::try_from(count)
            .map(Value::Count)
            .map_err(|_| E::custom(format!("{count} is below 0")))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Value, E> {
        Ok(Value::Word(word.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut counts: A) -> Result<Value, A::Error> {
        let mut row = Vec::new();
        while let Some(count) = counts.next_element()? {
            row.push(count);
        }
        Ok(Value::Row(row))
    }
}
