//! Where a network in burn runs: the processor, or a graphics card.

use core::fmt;
use core::str::FromStr;

use burn::prelude::*;

/// A kind of device, by the name people choose it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DeviceName {
    /// The processor: always there.
    #[default]
    Cpu,
    /// A card through whatever graphics interface the system has (Vulkan, Metal,
    /// DirectX): cargo feature `wgpu`.
    Wgpu,
    /// A card through Vulkan: cargo feature `vulkan`.
    Vulkan,
    /// An NVIDIA card: cargo feature `cuda`.
    Cuda,
}

impl DeviceName {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cpu, Self::Wgpu, Self::Vulkan, Self::Cuda];

    /// The name as it is written; also that of the cargo feature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Wgpu => "wgpu",
            Self::Vulkan => "vulkan",
            Self::Cuda => "cuda",
        }
    }

    /// Whether this build can run on such a device.
    #[cfg(test)]
    const fn is_built_in(self) -> bool {
        match self {
            Self::Cpu => true,
            Self::Wgpu => cfg!(feature = "wgpu"),
            Self::Vulkan => cfg!(feature = "vulkan"),
            Self::Cuda => cfg!(feature = "cuda"),
        }
    }

    /// The first device of that kind.
    ///
    /// # Errors
    /// [`DeviceError::NotBuiltIn`], [`DeviceError::NoneThere`].
    pub fn open(self) -> Result<Device, DeviceError> {
        match self {
            Self::Cpu => Ok(Device::flex()),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => self.first(burn::tensor::DeviceType::Wgpu),
            #[cfg(feature = "vulkan")]
            Self::Vulkan => self.first(burn::tensor::DeviceType::Vulkan),
            #[cfg(feature = "cuda")]
            Self::Cuda => self.first(burn::tensor::DeviceType::Cuda),
            #[allow(unreachable_patterns)] // With every feature there is none left.
            _ => Err(DeviceError::NotBuiltIn(self)),
        }
    }

    #[cfg(any(feature = "wgpu", feature = "cuda"))]
    fn first(self, kind: burn::tensor::DeviceType) -> Result<Device, DeviceError> {
        let devices = Device::enumerate(kind);
        devices.first().cloned().ok_or(DeviceError::NoneThere(self))
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DeviceName {
    type Err = DeviceError;

    fn from_str(text: &str) -> Result<Self, DeviceError> {
        Self::ALL
            .into_iter()
            .find(|device| device.name() == text)
            .ok_or_else(|| DeviceError::Unknown(text.to_owned()))
    }
}

/// A device that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// No such name.
    #[error("there is no device `{0}`: choose cpu, wgpu, vulkan or cuda")]
    Unknown(String),
    /// The program was built without it.
    #[error(
        "this program was built without {0}: build it again with `--features {0}`, or use \
         device cpu"
    )]
    NotBuiltIn(DeviceName),
    /// The machine has none.
    #[error("no {0} device was found on this machine: check its driver, or use device cpu")]
    NoneThere(DeviceName),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_another_is_refused() {
        for device in DeviceName::ALL {
            assert_eq!(device.to_string().parse(), Ok(device));
        }
        let error = "gpu".parse::<DeviceName>().unwrap_err().to_string();
        assert!(
            error.contains("`gpu`") && error.contains("vulkan"),
            "{error}"
        );
    }

    #[test]
    fn the_processor_is_there_and_what_is_not_built_in_says_how() {
        assert!(DeviceName::Cpu.open().is_ok());
        for device in DeviceName::ALL {
            if !device.is_built_in() {
                let error = device.open().unwrap_err();
                assert_eq!(error, DeviceError::NotBuiltIn(device));
                assert!(error.to_string().contains(&format!("--features {device}")));
            }
        }
    }
}
