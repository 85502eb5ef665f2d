//! Game files: what is written comes back, what is damaged is never believed.

mod damage;
mod export;
mod fixture;
mod folder;
mod generator;
mod npz;
mod writer;
